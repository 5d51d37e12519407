import Medusa from "@medusajs/js-sdk"

declare const __BACKEND_URL__: string | undefined

/** Where the backend is: the origin that serves the admin, unless it is built for another. */
export const backendUrl = typeof __BACKEND_URL__ === "string" && __BACKEND_URL__ !== "" ? __BACKEND_URL__ : "/"

/** The admin's own session, against the backend that serves it. */
export const sdk = new Medusa({
  baseUrl: backendUrl,
  auth: { type: "session" },
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
