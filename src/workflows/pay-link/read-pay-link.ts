import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { readOrder, type OrderState } from "../../modules/web-checkout/purchase/order"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { viewPayLink, type PayLink, type PayLinkView } from "../../modules/web-checkout/rules/pay-link"

/** A pay link with what it asks for now, from Medusa's books and the ledger: the gateway is not asked. */
export interface ReadPayLink {
  link: PayLink
  order: OrderState
  /** The order's checkouts that are live, and those that were paid with the link. */
  attempts: LedgerCheckout[]
  view: PayLinkView
}

/** @throws MedusaError NOT_FOUND when its order is gone */
export async function readPayLink(container: MedusaContainer, link: PayLink): Promise<ReadPayLink> {
  const [order, attempts] = await Promise.all([
    readOrder(container.resolve(ContainerRegistrationKeys.QUERY), link.order_id),
    container.resolve(WEB_CHECKOUT).payLinks.listAttempts(link),
  ])
  return { link, order, attempts, view: viewPayLink(link, order, attempts) }
}
