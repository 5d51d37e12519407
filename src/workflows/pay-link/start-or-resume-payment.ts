import type { MedusaContainer } from "@medusajs/framework/types"
import { isPayable, type PayLink } from "../../modules/web-checkout/rules/pay-link"
import { Turns } from "../../modules/web-checkout/turns"
import { holdPurchaseOfOrder } from "../checkout/purchase-lock"
import { syncOrder } from "./sync-order"
import { readPayLink } from "./read-pay-link"
import { startPayment, type StartedPayment } from "./start-payment"

/** The presses that are under way, by their link. */
const presses = new Turns<StartedPayment>()

/**
 * Somebody presses the button: what is live for the order is asked about and settled; only then is anything begun. A link with which
 * nothing can be paid costs the gateway no call, and simultaneous presses share one run.
 *
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED while the order is busy; what the provider's `initiatePayment` throws
 */
export function startOrResumePayment(container: MedusaContainer, link: PayLink): Promise<StartedPayment> {
  return presses.join(link.id, () => press(container, link))
}

async function press(container: MedusaContainer, link: PayLink): Promise<StartedPayment> {
  const { state } = (await readPayLink(container, link)).view
  if (!isPayable(state) && state !== "being_paid") {
    return { redirect_url: null }
  }
  await syncOrder(container, link.order_id)
  return holdPurchaseOfOrder(container, link.order_id, () => startPayment(container, link.id))
}
