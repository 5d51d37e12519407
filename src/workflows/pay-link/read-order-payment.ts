import type { MedusaContainer } from "@medusajs/framework/types"
import { syncOrder } from "./sync-order"
import { ownLinkOrPreview } from "./own-pay-link"
import { readPayLink } from "./read-pay-link"

/** What an order owes, in major units, and whether that can be paid now, as its customer sees it; the gateway is asked about what is live. @throws MedusaError NOT_FOUND */
export async function readOrderPayment(container: MedusaContainer, order_id: string) {
  await syncOrder(container, order_id)
  const read = await readPayLink(container, await ownLinkOrPreview(container, order_id))
  const { order, view } = read
  return {
    order_id,
    state: view.state,
    /** What could be paid now; 0 unless something can. */
    to_pay: view.amount,
    owed: order.owed,
    currency_code: order.currency_code.toLowerCase(),
    /** The orderId of the payment that is under way, or the purchase's reference; null before its first payment or link. */
    gateway_order_id: read.shown_reference || null,
  }
}
