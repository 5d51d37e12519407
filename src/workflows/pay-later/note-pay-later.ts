import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { isOwnProvider, PAY_LATER } from "../../modules/web-checkout/provider-ids"
import type { CartSession } from "../medusa/payment-sessions"

/**
 * A cart is about to be completed: where it is paid later, that is written down before Medusa makes the order. Medusa asks the
 * provider last of all, and a process that dies before that leaves an order that nobody knows of.
 */
export async function notePayLater(container: MedusaContainer, sessions: CartSession[]): Promise<void> {
  const later = sessions.find(({ provider_id, data }) => isOwnProvider(provider_id) && data?.mode === PAY_LATER)
  if (later) {
    await container.resolve(WEB_CHECKOUT).payLater.note(later)
  }
}
