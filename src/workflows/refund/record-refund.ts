import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { refundPaymentWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "@medusajs/framework/zod"
import { compareAmounts, toGatewayAmount } from "../../gateway/money"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { readOrder } from "../../modules/web-checkout/purchase/order"
import { readRows } from "../medusa/read-rows"
import { readBooks } from "../checkout/gather"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"

/** A refund that the gateway has made, and Medusa is to show. Amount in major units, as decimal text. */
export interface RefundToRecord {
  payment_id: string
  amount: string
  created_by?: string
  note?: string
  /** What keeps it from being recorded twice: the case, the idempotency key. */
  recorded_as?: string[]
}

/** Key in a refund's metadata: the case, and the idempotency key, that it was recorded for. */
const RECORDED_AS = "webcheckout_recorded_as"

const refundRow = z.looseObject({
  amount: z.union([z.string(), z.number()]).transform(String),
  metadata: z.looseObject({ [RECORDED_AS]: z.array(z.string()).optional() }).nullish(),
})

/** A refund of a payment, and what it was recorded for; undefined for one that no person has recorded. */
export interface KnownRefund {
  /** Major units, as decimal text. */
  amount: string
  recorded_as: string[] | undefined
}

/** A payment's refunds, and what those that were made outside were recorded for. */
export async function readRecorded(container: MedusaContainer, payment_id: string): Promise<KnownRefund[]> {
  const refunds = await readRows(container, refundRow, {
    entity: "refund",
    fields: ["id", "amount", "metadata"],
    filters: { payment_id },
  })
  return refunds.map(({ amount, metadata }) => ({ amount, recorded_as: metadata?.[RECORDED_AS] }))
}

/**
 * Records in Medusa a refund that the gateway has already made: nothing is sent. The ledger stores it as expected, so that the provider,
 * when Medusa calls it, matches the returned money to this refund.
 *
 * @throws what Medusa throws: the refund then stays unclaimed, and is matched to the next one of the same amount
 */
export async function recordRefund(
  container: MedusaContainer,
  row: LedgerCheckout,
  { payment_id, amount, created_by, note, recorded_as }: RefundToRecord
): Promise<void> {
  const webCheckout = container.resolve(WEB_CHECKOUT)
  const money = toGatewayAmount(amount, row.currency_code)
  await webCheckout.refunds.expectOutside(row, money)
  const metadata = recorded_as === undefined ? undefined : { [RECORDED_AS]: recorded_as }
  const input = { payment_id, amount: money, created_by, note, metadata }
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const order = row.order_id === null ? undefined : await readOrder(query, row.order_id)
  const { payment } = await readBooks(row, container)
  // A cancelling that died half way has booked the refund on the order before anybody made it.
  const isBooked = compareAmounts(payment?.phantomRefund ?? "0", 0, row.currency_code) === 1
  if (order && !order.isCanceled && !isBooked) {
    await refundPaymentWorkflow(container).run({ input })
  } else {
    // Medusa's workflow gives credit on the order, which a cancelled one refuses; its transaction is booked by the comparison.
    await container.resolve(Modules.PAYMENT).refundPayment(input)
  }
}
