import type { AttentionReason } from "../../modules/web-checkout/rules/case-reasons"
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type { CheckoutStatus } from "../../gateway/statuses"
import type { CaseActions, CaseRefund } from "../../modules/web-checkout/rules/case-actions"
import type { LedgerStatus } from "../../modules/web-checkout/rules/ledger"
import type { TimeLineEntry } from "../../modules/web-checkout/rules/time-line"
import { sdk, POLL_MS } from "./client"
import { post } from "./refused-request"

/** A ledger row in the answer of GET /admin/webcheckout/checkouts. Times are ISO 8601 text, amounts in major units. */
export interface AdminCheckout {
  id: string
  status: LedgerStatus
  gateway_status: CheckoutStatus | null
  attention: AttentionReason | null
  attention_at: string | null
  failure: string | null
  request_id: string
  order_reference: string
  gateway_order_id: string
  reserved_at: string | null
  checkout_id: string | null
  display_id: string | null
  payment_method: string | null
  amount: number
  total_refunded: number | null
  currency_code: string
  environment: string
  account: string
  cart_id: string | null
  order_id: string | null
  last_checked_at: string | null
  next_check_at: string | null
  created_at: string
  order: { id: string; display_id: number; status: string } | null
  customer: { id: string | null; email: string | null; name: string | null } | null
}

/** A case, open or closed. */
export interface AdminCase {
  id: string
  attention: AttentionReason
  /** Identifies the case in its present state; sent when closing it. Null once it is closed. */
  case: string | null
  refund: CaseRefund | null
  unrecorded_refund: number | null
  closed_at: string | null
}

/** One row with its possible actions, in the answer of GET /admin/webcheckout/checkouts/:id. */
export interface AdminCheckoutDetails extends AdminCheckout {
  /** The open cases first; within each group the oldest first. */
  cases: AdminCase[]
  can: CaseActions
  attempts: Pick<AdminCheckout, "id" | "created_at" | "status" | "gateway_status" | "amount" | "currency_code">[]
  time_line: (Omit<TimeLineEntry, "at"> & { at: string; actor: string | null })[]
}

const PATH = "/admin/webcheckout/checkouts"
const KEY = ["webcheckout", "checkouts"]

/** @param isList for a table: it keeps its rows while new ones load, and reloads periodically */
export function useCheckouts(query: Record<string, unknown>, { isList = false } = {}) {
  return useQuery({
    queryKey: [...KEY, "list", query],
    queryFn: () => sdk.client.fetch<{ checkouts: AdminCheckout[]; count: number; is_more: boolean }>(PATH, { query }),
    ...(isList ? { placeholderData: keepPreviousData, refetchInterval: POLL_MS } : {}),
  })
}

export function useCheckout(id: string) {
  return useQuery({
    queryKey: [...KEY, "one", id],
    queryFn: () => sdk.client.fetch<{ checkout: AdminCheckoutDetails }>(`${PATH}/${id}`),
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
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ action, ...body }: CheckoutActionBody) =>
      post<{ checkout: AdminCheckoutDetails }>(`${PATH}/${id}/${action}`, body),
    // Reloaded even after a failure: another person may have acted first.
    onSettled: () => queries.invalidateQueries({ queryKey: ["webcheckout"] }),
  })
}
