import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { refundPaymentWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "@medusajs/framework/zod"
import { compareAmounts, toGatewayAmount } from "../../gateway/money"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { readOrder } from "../../modules/web-checkout/purchase/order"
import { readRows } from "../medusa/read-rows"
import { json } from "../../modules/web-checkout/purchase/query"
import { readBooks } from "../checkout/gather"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"

/** A refund that the gateway has made, to be recorded in Medusa. Amount in major units, as decimal text. */
export interface RefundToRecord {
  payment_id: string
  amount: string
  created_by?: string
  note?: string
  /** The case and the idempotency key: the caller finds an earlier recording by them. */
  recorded_as?: string[]
}

/** The key of `recorded_as` in a refund's metadata. */
const RECORDED_AS = "webcheckout_recorded_as"

const refundRow = z.looseObject({
  amount: z.union([z.string(), z.number()]).transform(String),
  metadata: json(z.looseObject({ [RECORDED_AS]: z.array(z.string()).optional() }).nullish()),
})

/** A payment's refunds in Medusa: amounts in major units, as decimal text; `recorded_as` is undefined unless a person recorded it. */
export async function readRecorded(container: MedusaContainer, payment_id: string) {
  const refunds = await readRows(container, refundRow, { entity: "refund", filters: { payment_id } })
  return refunds.map(({ amount, metadata }) => ({ amount, recorded_as: metadata?.[RECORDED_AS] }))
}

/**
 * Records in Medusa a refund that the gateway has already made. It is stored as unclaimed first: the provider, when Medusa calls it, then
 * assigns it instead of sending another refund.
 *
 * @throws MedusaError NOT_ALLOWED while another refund is in progress; what Medusa throws: the refund then stays unclaimed, and Medusa's
 *   next refund of the same amount is assigned to it
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
  // An interrupted cancellation may have added the refund's transaction to the order although no refund was made.
  const isBooked = compareAmounts(payment?.phantomRefund ?? "0", 0, row.currency_code) === 1
  if (order && !order.isCanceled && !isBooked) {
    await refundPaymentWorkflow(container).run({ input })
  } else {
    // Medusa's workflow needs an order, cannot credit a cancelled one, and would add a booked refund's transaction again. The comparison adds
    // a transaction that a cancelled order lacks.
    await container.resolve(Modules.PAYMENT).refundPayment(input)
  }
}
