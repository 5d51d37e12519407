import type { AttentionReason } from "../../modules/web-checkout/rules/case-reasons"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import type { adminCheckoutFields } from "../../api/admin/webcheckout/checkouts/query-config"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import type { describeCheckout } from "../../workflows/checkout/describe-checkout"
import type { PurchaseNames } from "../../workflows/medusa/read-purchases"
import { useReloadingMutation } from "./actions"
import { queryOf, POLL_MS, type Json } from "./client"
import { post } from "./refused-request"

/** A ledger row in the answer of GET /admin/webcheckout/checkouts. Amounts in major units. */
export type AdminCheckout = Json<Pick<LedgerCheckout, (typeof adminCheckoutFields)[number]> & PurchaseNames>

type Described = Json<Awaited<ReturnType<typeof describeCheckout>>>

/** One row with its possible actions, in the answer of GET /admin/webcheckout/checkouts/:id. */
export type AdminCheckoutDetails = AdminCheckout & Pick<Described, "cases" | "can" | "attempts" | "time_line">

/** A case, open or closed. */
export type AdminCase = Described["cases"][number]

/** @param isList for a table: it keeps its rows while new ones load, and reloads periodically */
export function useCheckouts(query: Record<string, unknown>, { isList = false } = {}) {
  return useQuery({
    ...queryOf<{ checkouts: AdminCheckout[]; count: number; is_more: boolean }>("checkouts", query),
    ...(isList ? { placeholderData: keepPreviousData, refetchInterval: POLL_MS } : {}),
  })
}

export function useCheckout(id: string) {
  return useQuery({
    ...queryOf<{ checkout: AdminCheckoutDetails }>(`checkouts/${id}`),
    select: ({ checkout }) => checkout,
    refetchInterval: POLL_MS,
  })
}

/** The actions on a row, by the name of their routes. */
export type CheckoutRoute = "sync" | "place-order" | "refund" | "record-refund" | "resolve"

export interface CheckoutActionBody {
  action: CheckoutRoute
  attention?: AttentionReason
  case?: string
  amount?: number
  idempotency_key?: string
  note?: string
}

export function useCheckoutAction(id: string) {
  return useReloadingMutation(({ action, ...body }: CheckoutActionBody) =>
    post<{ checkout: AdminCheckoutDetails }>(`/admin/webcheckout/checkouts/${id}/${action}`, body)
  )
}
