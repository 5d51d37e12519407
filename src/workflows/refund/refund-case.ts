import { ATTENTION_REASONS } from "../../modules/web-checkout/rules/case-reasons"
import en from "../../texts/en.json"
import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import type { CheckoutActionInput } from "../checkout/sync-checkout"
import { formatAmount, sameAmount } from "../../gateway/money"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { notAllowed, withMedusaErrors } from "../../modules/web-checkout/errors"
import { refundOfCase } from "../../modules/web-checkout/rules/case-actions"
import { findCase } from "../../modules/web-checkout/services/cases"
import { findMismatch } from "../../modules/web-checkout/rules/answer-mismatch"
import { isMoneyOver } from "../../modules/web-checkout/rules/money-state"
import { reportedBooks } from "../../modules/web-checkout/rules/gateway-books"
import { holdPurchaseOf } from "../checkout/purchase-lock"
import { settleHeld } from "../checkout/settle"
import { readCaseBooks } from "../checkout/gather"
import { warnOf } from "../log-failure"

/**
 * `amount` is the refund that the person saw, in major units. If the case or the amount has changed since, nothing is refunded. `case` or
 * its reason, `attention`, names the case; one of them is required if several cases are open.
 */
export const refundCaseBody = z
  .strictObject({
    attention: z.enum(ATTENTION_REASONS).optional(),
    case: z.string().max(200).optional(),
    amount: z.number().positive(),
    note: z.string().trim().min(1).max(2000).optional(),
  })
  .refine((body) => body.attention === undefined || body.case === undefined, {
    path: ["case"],
    message: "must not be given together with attention: each names the case",
  })

export type RefundCaseInput = CheckoutActionInput & z.infer<typeof refundCaseBody>

/**
 * Refunds a case's money at the gateway and updates Medusa; only once, even if several people do so: the second finds the case changed. If
 * Medusa cannot be updated at once, the case stays open.
 *
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED, with what to do, when the case is another one or its money cannot be given back from here; with
 *   the gateway's error code when it gave no definite answer
 */
export async function refundCase(container: MedusaContainer, input: RefundCaseInput): Promise<void> {
  await holdPurchaseOf(container, input, async () => {
    await sendRefund(container, input)
    const wish = { force: true, ignore_wait: true, ignore_resolved: true }
    await settleHeld(container, { id: input.id, ...wish }).catch(
      warnOf(container, `checkout ${input.id} was refunded, but could not be recorded in Medusa`)
    )
  })
}

/** Sends what refundOfCase says, if it is what the person saw. */
async function sendRefund(
  container: MedusaContainer,
  { id, attention, case: seen, amount, actor_id, note }: RefundCaseInput
): Promise<void> {
  const { cases, checkouts, history, gateways, refunds } = container.resolve(WEB_CHECKOUT)
  const known = await checkouts.retrieve(id)
  const named = findCase(known, await cases.listOpenOf(id), seen ?? attention)
  if (!named) {
    throw notAllowed("This case was closed or has changed. Check the payment again.")
  }
  if (!gateways.extended(known.account)) {
    throw notAllowed(en.webcheckout.payments.noRefund.documented)
  }
  await withMedusaErrors(async () => {
    const row = await checkouts.ask(known)
    if (findMismatch(row)) {
      throw notAllowed(
        "The payment service reports another payment than the one requested. Check the payment in its dashboard."
      )
    }
    if (isMoneyOver(row.gateway_status)) {
      // Already refunded: an answer was lost, or another person was faster. Only Medusa has to be updated.
      return
    }
    const refund = refundOfCase(named.reason, reportedBooks(row), await readCaseBooks(row, container))
    if (refund.kind === "none") {
      throw notAllowed(en.webcheckout.payments.noRefund[refund.why])
    }
    if (!sameAmount(refund.amount, amount, known.currency_code)) {
      throw notAllowed(
        `The amount to refund is now ${formatAmount(refund.amount, known.currency_code)}. Check the case again.`
      )
    }
    // Recorded before the call, so that its author is known whatever the outcome.
    await history.record({ subject_id: id, action: "refund", actor_id, note })
    await refunds.refund(row, { kind: "case", refund_id: null, amount: String(refund.amount) })
  })
}
