import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { isClosedCase } from "../../modules/web-checkout/rules/cases"
import { compareCheckout } from "./compare-checkout"

/**
 * Asks the gateway about every checkout that paid for an order, and about those whose closed case still holds its money, and compares the
 * books. The rows are due anyway: what this does not finish, the job does.
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
