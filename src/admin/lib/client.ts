import Medusa from "@medusajs/js-sdk"

/** What Medusa's own admin is built with. */
declare const __BACKEND_URL__: string | undefined
declare const __AUTH_TYPE__: "session" | "jwt" | undefined
declare const __JWT_TOKEN_STORAGE_KEY__: string | undefined

/** Where the backend is: the origin that serves the admin, unless it is built for another. */
export const backendUrl = typeof __BACKEND_URL__ === "string" && __BACKEND_URL__ !== "" ? __BACKEND_URL__ : "/"

const authType = typeof __AUTH_TYPE__ === "string" ? __AUTH_TYPE__ : "session"

/** Whether the admin shows a token with each request, which a plain link cannot. */
export const isTokenNeeded = authType === "jwt"

/** Signed in as the admin around it is. */
export const sdk = new Medusa({
  baseUrl: backendUrl,
  auth: {
    type: authType,
    ...(typeof __JWT_TOKEN_STORAGE_KEY__ === "string" ? { jwtTokenStorageKey: __JWT_TOKEN_STORAGE_KEY__ } : {}),
  },
})

/** GET /admin/webcheckout/status */
export interface AdminStatus {
  environment: "test" | "live"
  extended_api: boolean
  /** IANA name. */
  time_zone: string
  /** Names of the merchant accounts. */
  accounts: string[]
  /** Rows of this environment that need a person. */
  attention: number
}
