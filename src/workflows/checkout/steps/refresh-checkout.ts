import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { Checkout } from "../../../gateway/schemas"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"
import { withMedusaErrors } from "../../../modules/web-checkout/errors"
import type { LedgerCheckout } from "../../../modules/web-checkout/rules/ledger"
import type { RefreshedCheckout } from "../../../modules/web-checkout/services/checkouts"
import { ANSWER_GOOD_FOR_MS, isDone } from "../../../modules/web-checkout/rules/check-times"

/** A row, and the gateway's answer about it where it had to be asked. */
export interface MaybeRefreshed {
  row: LedgerCheckout
  /** Absent for a row that never became a checkout, or that nothing can happen to any more. */
  checkout?: Checkout
}

export interface RefreshInput {
  /** The ledger row's id. */
  id: string
  /** Ask even about a row whose books agree. */
  force?: boolean
  /** What the gateway was asked a moment ago: good while it is the row's last answer. */
  answered?: RefreshedCheckout
}

/** Whether an answer is what the row says now, and is young: one that a later question has overtaken was never written. */
function isLastAnswer({ row: written, checkout }: RefreshedCheckout, row: LedgerCheckout, now: Date): boolean {
  if (written.last_checked_at === null || row.last_checked_at === null) {
    return false
  }
  const askedAt = new Date(row.last_checked_at).getTime()
  return (
    new Date(written.last_checked_at).getTime() === askedAt &&
    now.getTime() - askedAt < ANSWER_GOOD_FOR_MS &&
    row.gateway_status === checkout.status &&
    row.total_refunded === (checkout.totalRefunded ?? null)
  )
}

/**
 * Asks the gateway about a row, unless there is nothing left to learn. Writing the answer into the ledger is idempotent,
 * so there is nothing to compensate.
 *
 * @throws MedusaError, with the gateway's error code, when it gave no definite answer
 */
export const refreshCheckoutStep = createStep(
  "webcheckout-refresh-checkout",
  async ({ id, force, answered }: RefreshInput, { container }) => {
    const { checkouts } = container.resolve(WEB_CHECKOUT)
    const row = await checkouts.retrieve(id)
    if (answered && isLastAnswer(answered, row, checkouts.now())) {
      return new StepResponse<MaybeRefreshed>({ row, checkout: answered.checkout })
    }
    const refreshed: MaybeRefreshed =
      (isDone(row) && !force) || row.checkout_id === null
        ? { row }
        : await withMedusaErrors(() => checkouts.refresh(row))
    return new StepResponse(refreshed)
  }
)
