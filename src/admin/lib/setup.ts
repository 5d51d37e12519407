import { useMutation, useQuery } from "@tanstack/react-query"
import type { FoundCheckout } from "../../modules/web-checkout/rules/sweep"
import type { Finding } from "../../workflows/doctor/diagnosis"
import { sdk } from "./client"
import { post } from "./refused-request"

/** The answer of GET /admin/webcheckout/setup. Times are ISO 8601 text. */
export interface AdminSetup {
  environment: "test" | "live"
  extended_api: boolean
  backend_url: string
  storefront_url: string
  accounts: {
    name: string
    base_url: string
    last_good_at: string | null
    last_bad: { at: string; operation: string; code: string } | null
  }[]
  providers: { id: string; regions: string[] }[]
  last_contact: string | null
  open: number
  attention: number
  due: number
  oldest_due_at: string | null
  oldest_unanswered_at: string | null
  sweep: {
    is_daily: boolean
    last: {
      since: string
      swept_at: string
      count: number
      found: FoundCheckout[]
      unreadable: number
      unseen: string[]
    } | null
  }
}

const PATH = "/admin/webcheckout/setup"

export function useSetup() {
  return useQuery({
    queryKey: ["webcheckout", "setup"],
    queryFn: () => sdk.client.fetch<{ setup: AdminSetup }>(PATH),
    select: ({ setup }) => setup,
  })
}

/** The self-check. It calls the gateway, so it runs only on request. */
export function useSelfCheck() {
  return useMutation({ mutationFn: () => post<{ findings: Finding[] }>(`${PATH}/check`, {}) })
}
