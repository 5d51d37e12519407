import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { isOwnProvider, PAY_LATER } from "../../modules/web-checkout/provider-ids"
import type { CartSession } from "../medusa/payment-sessions"

/**
 * Records a pay-later cart before Medusa creates its order. Medusa asks the provider last: without this record, a process that dies before
 * that would leave an order that the plugin does not know.
 */
export async function notePayLater(container: MedusaContainer, sessions: CartSession[]): Promise<void> {
  const later = sessions.find(({ provider_id, data }) => isOwnProvider(provider_id) && data?.mode === PAY_LATER)
  if (later) {
    await container.resolve(WEB_CHECKOUT).tasks.noteUnpaid(later)
  }
}
