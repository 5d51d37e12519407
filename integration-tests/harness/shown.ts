import type { describePayLink } from "../../src/workflows/pay-link/list-pay-links"
import type { readStatement } from "../../src/workflows/statement/read-statement"

/** A pay link as the admin API shows it. */
export type ShownPayLink = Awaited<ReturnType<typeof describePayLink>>

/** A ledger row as the admin API shows it. */
export interface ShownCheckout {
  id: string
  status: string
  gateway_status: string | null
  attention: string | null
  failure: string | null
  request_id: string
  order_reference: string
  checkout_id: string | null
  amount: number
  currency_code: string
  cart_id: string | null
  order_id: string | null
  payment_session_id: string | null
  payment_collection_id: string
  settle_failures: number
  next_check_at: string | null
  agreed_at: string | null
  watch_at: string | null
  resolved_at: string | null
  created_at: string
  /** Only of one that is looked at by itself. */
  cases?: {
    attention: string
    case: string | null
    said: { gateway_status: string | null }
    opened_at: string
    closed_at: string | null
    closed_by: string | null
    note: string | null
    refund: { kind: string; amount?: number } | null
  }[]
  unrecorded_refund?: number | null
  refund?: { kind: string; amount?: number; why?: string } | null
  can?: Record<string, boolean>
  order?: { id: string; display_id: number; status: string } | null
  customer?: { id: string | null; email: string | null; name: string | null } | null
  attempts?: { id: string; gateway_status: string | null }[]
  time_line?: {
    what: string
    detail: string | null
    amount: number | null
    actor: string | null
    note: string | null
  }[]
  payment_method?: string | null
  advice?: string | null
  actions?: { action: string; actor_id: string; note: string | null; created_at: string }[]
}

/** A statement as the admin API shows it, but for its moments, which are text there. */
export type ShownStatement = Awaited<ReturnType<typeof readStatement>>

/** A notification in the admin's bell. */
export interface ShownNotification {
  resource_id: string | null
  data: { title?: string; description?: string }
}
