import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { invalidData, notAllowed, withMedusaErrors } from "../../modules/web-checkout/errors"
import { mayHaveUnshownRefund } from "../../modules/web-checkout/rules/case-actions"
import { seenAs, withCase } from "../../modules/web-checkout/rules/cases"
import { unrecordedRefund } from "../../modules/web-checkout/rules/compare-books"
import { booksOfRow } from "../../modules/web-checkout/rules/gateway-books"
import { followAfter } from "../checkout/follow"
import { holdPurchaseOf } from "../checkout/purchase-lock"
import { readBooks } from "../checkout/gather"
import { readRecorded, recordRefund } from "./record-refund"
import type { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { CheckoutActionInput } from "../checkout/sync-checkout"
import { compareAmounts, formatAmount, sameAmount, subtractAmounts } from "../../gateway/money"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"

/**
 * A refund that was made in the gateway's dashboard. `amount`: in major units, only if the gateway does not report the refunded amount.
 * `idempotency_key`: any text that is new for each refund; required unless the case is `refunded_outside`.
 */
export const recordOutsideRefundBody = z.strictObject({
  amount: z.number().positive().optional(),
  idempotency_key: z.string().trim().min(1).max(200).optional(),
  note: z.string().trim().min(1).max(2000).optional(),
})

export type RecordOutsideRefundInput = CheckoutActionInput & z.infer<typeof recordOutsideRefundBody>

/**
 * Records in Medusa a refund that was made in the gateway's dashboard, and compares the books. Nothing is sent to the gateway.
 *
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED unless the row's case is `refunded_outside`, or it is settled and partially refunded by
 *   an amount that the gateway does not tell; INVALID_DATA for an amount that is not the one that went back, or is more than is left
 */
export async function recordOutsideRefund(container: MedusaContainer, input: RecordOutsideRefundInput): Promise<void> {
  await holdPurchaseOf(container, input, () => recordHeld(container, input))
}

async function recordHeld(
  container: MedusaContainer,
  { id, amount, idempotency_key, actor_id, note }: RecordOutsideRefundInput
): Promise<void> {
  const { cases, checkouts, history } = container.resolve(WEB_CHECKOUT)
  const known = await checkouts.retrieve(id)
  const open = await cases.listOpenOf(id)
  const outside = open.find(({ reason }) => reason === "refunded_outside")
  if (!mayHaveUnshownRefund(known, outside ? [outside.reason] : [])) {
    throw notAllowed("There is no refund outside Medusa to record.")
  }
  const tag = outside ? seenAs(withCase(known, outside)) : null
  const keys = [tag, idempotency_key].filter((key) => typeof key === "string")
  if (keys.length === 0) {
    throw invalidData([
      {
        field: "idempotency_key",
        rule: "is required unless the case is refunded_outside: any text that is new for each refund. Look first whether the refund is recorded already",
      },
    ])
  }
  const row = await withMedusaErrors(() => checkouts.ask(known))
  const { payment, isRefundUnderWay } = await readBooks(row, container)
  if (!payment) {
    throw notAllowed("Medusa has no payment for this checkout, so the refund cannot be recorded.")
  }
  const refunds = await readRecorded(container, payment.id)
  // The lock keeps another recording away: only a refund that Medusa itself began can still be under way.
  if (isRefundUnderWay && refunds.some(({ recorded_as }) => recorded_as === undefined)) {
    throw notAllowed("Another refund of this payment is in progress. Try again when it has finished.")
  }
  const told = unrecordedRefund(booksOfRow(row), payment.refunded)
  const recorded = refunds.find(({ recorded_as }) => recorded_as?.some((key) => keys.includes(key)))?.amount
  const toRecord = amountToRecord(row, { told, shown: payment.refunded, given: amount, recorded })
  if (toRecord !== undefined) {
    await recordRefund(container, row, {
      payment_id: payment.id,
      amount: String(toRecord),
      created_by: actor_id,
      note: note ?? "Refunded in the payment service's dashboard",
      recorded_as: keys,
    })
  }
  await history.record({ subject_id: id, action: "record_refund", actor_id, note })
  await followAfter(container, row, "settled")
}

/** What is known of a refund that was made outside. Amounts in major units. */
interface OutsideRefund {
  /** what the gateway has given back and Medusa does not show; undefined where it does not tell */
  told: number | undefined
  /** what Medusa shows as refunded */
  shown: string
  /** what the person says it was */
  given: number | undefined
  /** the amount already recorded for this case, or with this idempotency key, by an interrupted or a repeated run */
  recorded: string | undefined
}

/**
 * How much of a refund that was made outside Medusa is to show, in major units; undefined where it shows it already.
 *
 * @throws MedusaError INVALID_DATA at `amount`
 */
function amountToRecord(
  { amount, currency_code }: LedgerCheckout,
  { told, shown, given, recorded }: OutsideRefund
): number | undefined {
  const shownAs = (sum: string | number) => formatAmount(sum, currency_code)
  const isOther = (sum: string | number) => given !== undefined && !sameAmount(given, sum, currency_code)
  if (recorded !== undefined && isOther(recorded)) {
    throw invalidAmount(`differs from the amount already recorded for this refund: ${shownAs(recorded)}`)
  }
  if (recorded !== undefined || (told !== undefined && sameAmount(told, 0, currency_code))) {
    return undefined
  }
  if (told !== undefined) {
    if (isOther(told)) {
      throw invalidAmount(
        `must be ${shownAs(told)}, the amount that the payment service refunded and Medusa does not show`
      )
    }
    return told
  }
  if (given === undefined) {
    throw invalidAmount("is required, because the payment service does not report the refunded amount")
  }
  const left = subtractAmounts(amount, shown, currency_code)
  if (compareAmounts(given, left, currency_code) !== -1) {
    throw invalidAmount(`must be less than ${shownAs(left)}, which is not refunded yet, because the refund was partial`)
  }
  return given
}

function invalidAmount(rule: string): MedusaError {
  return invalidData([{ field: "amount", rule }])
}
