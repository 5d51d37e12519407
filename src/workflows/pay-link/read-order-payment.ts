import type { MedusaContainer } from "@medusajs/framework/types"
import type { PayLinkState } from "../../modules/web-checkout/rules/pay-link"
import { syncOrder } from "./sync-order"
import { ownLinkOrPreview } from "./own-pay-link"
import { readPayLink, referenceShown } from "./read-pay-link"

/** An order's payment as its customer sees it. Amounts in major units. */
export interface OrderPayment {
  order_id: string
  state: PayLinkState
  /** What could be paid now; 0 unless something can. */
  to_pay: number
  /** What the order still owes. */
  owed: number
  /** Lower case, as everywhere in Medusa. */
  currency_code: string
  /** The orderId of the payment that is under way, or the purchase's reference; null before its first payment or link. */
  gateway_order_id: string | null
}

/** What an order owes, and whether that can be paid now; the gateway is asked about what is live. @throws MedusaError NOT_FOUND */
export async function readOrderPayment(container: MedusaContainer, order_id: string): Promise<OrderPayment> {
  await syncOrder(container, order_id)
  const read = await readPayLink(container, await ownLinkOrPreview(container, order_id))
  const { order, view } = read
  return {
    order_id,
    state: view.state,
    to_pay: view.amount,
    owed: order.owed,
    currency_code: order.currency_code.toLowerCase(),
    gateway_order_id: referenceShown(read),
  }
}
