import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { notAllowed } from "../../modules/web-checkout/errors"
import type { PayLink } from "../../modules/web-checkout/rules/pay-link"
import { readPayLink } from "./read-pay-link"

/**
 * Makes a pay link that has expired good again, with all of its addresses, for as many days as the options say.
 *
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED unless it has expired unpaid
 */
export async function renewPayLink(container: MedusaContainer, id: string): Promise<PayLink> {
  const { payLinks } = container.resolve(WEB_CHECKOUT)
  const { view } = await readPayLink(container, await payLinks.retrieve(id))
  if (view.state !== "expired") {
    throw notAllowed("Only an expired pay link of an order with an outstanding amount can be renewed.")
  }
  return payLinks.extend(id)
}
