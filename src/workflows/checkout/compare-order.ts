import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { isClosedCase } from "../../modules/web-checkout/rules/cases"
import { compareCheckout } from "./compare-checkout"

/**
 * Asks the gateway about every settled checkout of an order, and every one whose closed case still holds its money, and compares the
 * amounts. What fails here, the job repeats: a settled row soon, a closed case at its daily look.
 */
export async function compareOrder(container: MedusaContainer, orderId: string): Promise<void> {
  const webCheckout = container.resolve(WEB_CHECKOUT)
  const [settled, live] = await Promise.all([
    webCheckout.purchases.listSettled({ order_id: orderId }),
    webCheckout.purchases.listLive({ order_id: orderId }),
  ])
  for (const row of [...settled, ...live.filter(isClosedCase)]) {
    await compareCheckout(container, row)
  }
}
