import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { notAllowed } from "../../modules/web-checkout/errors"
import { readOrder } from "../../modules/web-checkout/purchase/order"
import {
  viewPayLink,
  type PayLink,
  type PayLinkState,
  type PayLinkView,
} from "../../modules/web-checkout/rules/pay-link"

/**
 * A pay link with its order, its checkouts, and its present state and amount, read from Medusa and the ledger. The gateway is not asked.
 *
 * `attempts`: the order's live checkouts (they may still be paid, or hold money that Medusa has not recorded), and the settled ones of the link.
 * `shown_reference`: the reference to show to people: the orderId of a payment, or the purchase's reference until there is one; "" for a
 * preview without one.
 */
export type ReadPayLink = Awaited<ReturnType<typeof readPayLink>>

/** @throws MedusaError NOT_FOUND when its order is gone */
export async function readPayLink(container: MedusaContainer, link: PayLink) {
  const { purchases } = container.resolve(WEB_CHECKOUT)
  const { order_id } = link
  const [order, live, settled] = await Promise.all([
    readOrder(container.resolve(ContainerRegistrationKeys.QUERY), order_id),
    purchases.listLive({ order_id }),
    purchases.listSettled({ order_id }),
  ])
  const attempts = [...live, ...settled.filter(({ pay_link_id }) => pay_link_id === link.id)]
  const reference = [...live, ...settled][0]?.order_reference ?? link.order_reference
  const shown_reference = attempts[0]?.gateway_order_id ?? reference
  return { link, order, attempts, view: viewPayLink(link, order, attempts), shown_reference }
}

const WHY_NOT_PAYABLE: Record<Exclude<PayLinkState, "payable" | "open_elsewhere">, string> = {
  being_paid: "This order already has a payment that is not recorded yet.",
  paid: "This link is paid.",
  nothing_owed: "The order has no outstanding amount.",
  ended: "This link has been ended.",
  expired: "This link has expired.",
  canceled: "The order is cancelled.",
}

/** @throws MedusaError NOT_ALLOWED if the link cannot be paid now */
export function requirePayable({ state }: PayLinkView): void {
  if (state !== "payable" && state !== "open_elsewhere") {
    throw notAllowed(`This link cannot be paid now. ${WHY_NOT_PAYABLE[state]}`)
  }
}
