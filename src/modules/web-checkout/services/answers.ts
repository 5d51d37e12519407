import { OwnService } from "../own-service"
import { MedusaError } from "@medusajs/framework/utils"
import type { Checkout } from "../../../gateway/schemas"
import { FailureError, conflict } from "../errors"
import { answered } from "../rules/checkout-states"
import type { LedgerCheckout } from "../rules/ledger"
import { isPending } from "../rules/money-state"
import { doubtOf } from "../rules/contradicting-answer"
import type { Cases } from "./cases"
import { columnsOf, type CheckoutRows } from "./checkout-rows"
import type { NextCheck } from "./next-check"

/** Maximum attempts to write an answer whose row keeps changing. */
const MOST_ATTEMPTS = 50

/** Writes the gateway's answers into the ledger; nothing else does. */
export class Answers extends OwnService<{ checkoutRows: CheckoutRows; cases: Cases; nextCheck: NextCheck }> {
  /**
   * Records the gateway's answer. rules/checkout-states decides which columns change.
   *
   * @param known the row as it was read before the request
   * @param askedAt when the request was sent, by the database's clock
   * @param isFromJob true if the job asked: the same statement then schedules the next check of a row that is still pending
   * @throws MedusaError with the code `gateway_unconfirmed` if the answer contradicts an earlier one about the money. It is ignored until
   *   a second answer confirms it
   */
  async record(known: LedgerCheckout, checkout: Checkout, askedAt: Date, isFromJob = false): Promise<LedgerCheckout> {
    const { cases, checkoutRows, nextCheck } = this.cradle
    let row = known
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      const now = checkoutRows.clock.now()
      const changes = answered(row, checkout, askedAt, now)
      if (changes === "doubted") {
        const doubt = { doubted_answer: doubtOf(checkout), doubted_at: askedAt }
        // The first of two equal answers is recorded. The job asks for the second.
        if (row.doubted_answer !== doubt.doubted_answer) {
          await checkoutRows.update({ id: row.id }, { ...doubt, ...nextCheck.columnsOfDoubt({ ...row, ...doubt }) })
        }
        throw new FailureError(
          MedusaError.Types.UNEXPECTED_STATE,
          `The payment service now reports ${checkout.status}, which contradicts its earlier answer (${row.gateway_status}, or a larger ` +
            "refund). The plugin records this only if the payment service repeats it. Try again in ten seconds.",
          { code: "gateway_unconfirmed" }
        )
      }
      // If the row has changed since it was read, even within the same millisecond, it is read again and the loop retries.
      const changed =
        changes &&
        (await checkoutRows.changed(
          checkoutRows
            .unchanged(row)
            .whereRaw("(last_checked_at IS NULL OR last_checked_at <= ? OR last_checked_at > ?)", [
              changes.columns.last_checked_at,
              now,
            ])
            .update({
              ...columnsOf(changes.columns),
              ...nextCheck.columnsOfAnswer(row, changes, askedAt, isFromJob && isPending(checkout.status)),
              updated_at: checkoutRows.now(),
            }),
          ...(row.attention === null ? [] : [cases.ending("changed", ["unanswered"])])
        ))
      if (changed) {
        return changed
      }
      row = await checkoutRows.retrieve(known.id)
      if (!changes) {
        return row
      }
    }
    throw conflict(`The payment is being changed by several requests. Try again in a minute.`)
  }
}
