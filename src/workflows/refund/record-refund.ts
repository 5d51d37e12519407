import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { refundPaymentWorkflow } from "@medusajs/medusa/core-flows"
import { compareAmounts, toGatewayAmount } from "../../gateway/money"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { readOrder } from "../../modules/web-checkout/purchase/order"
import { readBooks } from "../checkout/read-books"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"

/** A refund that the gateway has made, and Medusa is to show. Amount in major units, as decimal text. */
export interface RefundToRecord {
  payment_id: string
  amount: string
  created_by?: string
  note?: string
}

/**
 * Lets Medusa show a refund that the gateway has made already: nothing is sent. The ledger holds it ready as one that
 * nobody has claimed, so that the provider, when Medusa calls it, finds the money gone back and takes it for this one.
 *
 * @throws what Medusa throws: the refund then stays unclaimed, and the next one of the same amount is it
 */
export async function recordRefund(
  container: MedusaContainer,
  row: LedgerCheckout,
  { payment_id, amount, created_by, note }: RefundToRecord
): Promise<void> {
  const webCheckout = container.resolve(WEB_CHECKOUT)
  const money = toGatewayAmount(amount, row.currency_code)
  await webCheckout.refunds.expectOutside(row, money)
  const input = { payment_id, amount: money, created_by, note }
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
