import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { formatAmount, sameAmount } from "../../gateway/money"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { withMedusaErrors } from "../../modules/web-checkout/errors"
import { refundOfCase, type NoCaseRefund } from "../../modules/web-checkout/rules/case-refund"
import { caseRefundId, type AttentionReason } from "../../modules/web-checkout/rules/ledger"
import { findMismatch } from "../../modules/web-checkout/rules/mismatch"
import { booksOfAnswer } from "../../modules/web-checkout/rules/refunded"
import { readBooks } from "../checkout/read-books"

export interface RefundCaseInput {
  /** The ledger row's id. */
  id: string
  /** The case that the person saw: another one since then is refused. */
  attention: AttentionReason
  /** What the person saw would go back, in major units: another amount since then is refused. */
  amount: number
  /** The admin user's id. */
  actor_id: string
  note?: string
}

const WHY_NOT: Record<NoCaseRefund, string> = {
  nothing_taken: "The payment service holds nothing that can be refunded. An authorization is voided in its dashboard.",
  under_way: "A refund of this payment is under way. Try again when it has come to its end.",
  untold:
    "The payment service does not tell how much went back already. Refund the rest in its dashboard, then ask it here.",
  on_the_order: "An order stands for this payment. Refund it on the order's page.",
}

/** Sends what refundOfCase says, if it is what the person saw. The purchase must be locked. */
export async function makeCaseRefund(
  { id, attention, amount, actor_id, note }: RefundCaseInput,
  container: MedusaContainer
): Promise<void> {
  const { checkouts, cases, gateways, refunds } = container.resolve(WEB_CHECKOUT)
  const known = await checkouts.retrieve(id)
  if (known.attention !== attention) {
    throw notAllowed("This case has been closed, or has become another one. Look at it again.")
  }
  if (!gateways.extended(known.account)) {
    throw notAllowed("Refund the payment in the payment service's dashboard, then ask it here.")
  }
  await withMedusaErrors(async () => {
    const refreshed = await checkouts.refresh(known)
    if (findMismatch(known, refreshed.checkout)) {
      throw notAllowed(
        "The payment service does not report the payment that was asked for. Look at it in its dashboard."
      )
    }
    const refund = refundOfCase(attention, booksOfAnswer(refreshed.checkout), await readBooks(refreshed.row, container))
    if (refund.kind === "none") {
      throw notAllowed(WHY_NOT[refund.why])
    }
    if (!sameAmount(refund.amount, amount, known.currency_code)) {
      throw notAllowed(
        `What would go back is ${formatAmount(refund.amount, known.currency_code)} now. Look at the case again.`
      )
    }
    await refunds.refund(refreshed, { refund_id: caseRefundId(known), amount: String(refund.amount) })
    await cases.recordAction({ ledger_id: id, action: "refund", actor_id, note })
  })
}

function notAllowed(message: string): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, message)
}
