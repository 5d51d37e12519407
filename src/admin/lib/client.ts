import Medusa from "@medusajs/js-sdk"
import { useQuery } from "@tanstack/react-query"
import type { readStatus } from "../../workflows/doctor/read-setup"

/** The values with which Medusa's admin is built. */
declare const __BACKEND_URL__: string | undefined
declare const __AUTH_TYPE__: "session" | "jwt" | undefined
declare const __JWT_TOKEN_STORAGE_KEY__: string | undefined

/** The backend's URL: the origin that serves the admin, unless it is built for another. */
export const backendUrl = typeof __BACKEND_URL__ === "string" && __BACKEND_URL__ !== "" ? __BACKEND_URL__ : "/"

const authType = typeof __AUTH_TYPE__ === "string" ? __AUTH_TYPE__ : "session"

/** Whether the admin sends a token with each request, which a plain link cannot do. */
export const isTokenNeeded = authType === "jwt"

/** Uses the admin's own session or token. */
export const sdk = new Medusa({
  baseUrl: backendUrl,
  auth: {
    type: authType,
    ...(typeof __JWT_TOKEN_STORAGE_KEY__ === "string" ? { jwtTokenStorageKey: __JWT_TOKEN_STORAGE_KEY__ } : {}),
  },
})

/** The type of a value after JSON: dates become ISO 8601 text. */
export type Json<Value> = Value extends Date
  ? string
  : Value extends object
    ? { [Name in keyof Value]: Json<Value[Name]> }
    : Value

/** GET /admin/webcheckout/status */
export type AdminStatus = Json<Awaited<ReturnType<typeof readStatus>>>

/** Data that others may change is reloaded while its page is open. */
export const POLL_MS = 30_000

/**
 * Options for `useQuery`: GET /admin/webcheckout/<path>. The key is `webcheckout`, the path's parts, and the query: to reload
 * `["webcheckout", "subscriptions"]` reloads the list and every subscription.
 */
export function queryOf<Answer>(path: string, query?: Record<string, unknown>) {
  return {
    queryKey: ["webcheckout", ...path.split("/"), query],
    queryFn: () => sdk.client.fetch<Answer>(`/admin/webcheckout/${path}`, { query }),
  }
}

export function useStatus() {
  return useQuery({
    ...queryOf<{ status: AdminStatus }>("status"),
    refetchInterval: POLL_MS,
    select: ({ status }) => status,
  })
}

/** The store's currencies, the default one first. */
export function useStoreCurrencies() {
  return useQuery({
    queryKey: ["webcheckout", "currencies"],
    queryFn: () => sdk.admin.store.list({ fields: "id,*supported_currencies,*supported_currencies.currency" }),
    select: ({ stores }) =>
      [...(stores[0]?.supported_currencies ?? [])]
        .sort((a, b) => Number(b.is_default) - Number(a.is_default))
        .map(({ currency_code, currency }) => ({
          code: currency_code.toUpperCase(),
          symbol: currency.symbol_native,
          digits: currency.decimal_digits,
        })),
  })
}
