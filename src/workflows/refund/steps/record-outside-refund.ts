import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"
import { notAllowed, withMedusaErrors } from "../../../modules/web-checkout/errors"
import { unrecordedRefund } from "../../../modules/web-checkout/rules/books"
import { booksOfRow } from "../../../modules/web-checkout/rules/refunded"
import { compareAndMend } from "../../checkout/compare-and-mend"
import { readBooks } from "../../checkout/read-books"
import { amountToRecord } from "../amount-to-record"
import { recordRefund } from "../record-refund"

export interface RecordOutsideRefundInput {
  /** The ledger row's id. */
  id: string
  /** Major units; needed only where the gateway does not tell how much it has given back. */
  amount?: number
  /** The admin user's id. */
  actor_id: string
  note?: string
}

/** Lets Medusa show exactly the refund that went back, and compares the books. Nothing is sent, nothing compensated. */
export const recordOutsideRefundStep = createStep(
  "webcheckout-record-outside-refund",
  async ({ id, amount, actor_id, note }: RecordOutsideRefundInput, { container }) => {
    const { checkouts, cases } = container.resolve(WEB_CHECKOUT)
    const known = await checkouts.retrieve(id)
    if (known.attention !== "refunded_outside") {
      throw notAllowed("No refund was made outside that Medusa does not show.")
    }
    const { row } = await withMedusaErrors(() => checkouts.refresh(known))
    const { payment, isRefundUnderWay } = await readBooks(row, container)
    if (!payment) {
      throw notAllowed("Medusa has no payment for this checkout: there is nothing to record the refund on.")
    }
    if (isRefundUnderWay) {
      throw notAllowed("A refund of this payment is under way. Try again when it has come to its end.")
    }
    const told = unrecordedRefund(booksOfRow(row), payment.refunded)
    const toRecord = amountToRecord(row, { told, shown: payment.refunded, given: amount })
    if (toRecord !== undefined) {
      await recordRefund(container, row, {
        payment_id: payment.id,
        amount: String(toRecord),
        created_by: actor_id,
        note: note ?? "Refunded in the payment service's dashboard",
      })
    }
    await cases.recordAction({ ledger_id: id, action: "record_refund", actor_id, note })
    return new StepResponse(await compareAndMend(row, container))
  }
)
