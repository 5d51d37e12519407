import { useQuery } from "@tanstack/react-query"
import { sdk, type AdminStatus } from "./client"

/** What others may change meanwhile is looked at again while its page is open. */
export const POLL_MS = 30_000

export function useStatus() {
  return useQuery({
    queryKey: ["webcheckout", "status"],
    queryFn: () => sdk.client.fetch<{ status: AdminStatus }>("/admin/webcheckout/status"),
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
