import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { compareCheckout } from "./compare-checkout"

/**
 * Asks the gateway about every checkout that paid for an order, and compares the books. The rows are made due first: what
 * this does not bring to an end, the job does.
 */
export async function compareOrder(container: MedusaContainer, orderId: string): Promise<void> {
  const webCheckout = container.resolve(WEB_CHECKOUT)
  for (const row of await webCheckout.purchases.listSettled({ order_id: orderId })) {
    await compareCheckout(container, row)
  }
}
