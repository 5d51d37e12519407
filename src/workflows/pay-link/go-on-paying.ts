import type { MedusaContainer } from "@medusajs/framework/types"
import type { PayLink } from "../../modules/web-checkout/rules/pay-link"
import { askAboutOrder } from "./ask-about-order"
import type { StartedPayment } from "./start-payment"
import { startPayLinkPaymentWorkflow } from "./workflows/start-pay-link-payment"

/**
 * Somebody presses the button: what is live for the order is asked about and settled; only then is anything begun.
 *
 * @throws what `startPayLinkPaymentWorkflow` throws
 */
export async function goOnPaying(container: MedusaContainer, { id, order_id }: PayLink): Promise<StartedPayment> {
  await askAboutOrder(container, order_id)
  const { result } = await startPayLinkPaymentWorkflow(container).run({ input: { id } })
  return result
}
