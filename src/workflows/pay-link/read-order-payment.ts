import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { readOrder } from "../../modules/web-checkout/purchase/order"
import type { PayLink, PayLinkState } from "../../modules/web-checkout/rules/pay-link"
import { askAboutOrder } from "./ask-about-order"
import { readPayLink } from "./read-pay-link"

/** What an order's customer is told of its money. Amounts in major units. */
export interface OrderPayment {
  order_id: string
  state: PayLinkState
  /** What could be paid now; 0 unless something can. */
  to_pay: number
  /** What the order still owes. */
  owed: number
  /** Lower case, as everywhere in Medusa. */
  currency_code: string
}

/** What an order owes, and whether that can be paid now; the gateway is asked about what is live. @throws MedusaError NOT_FOUND */
export async function readOrderPayment(container: MedusaContainer, order_id: string): Promise<OrderPayment> {
  await askAboutOrder(container, order_id)
  const { order, view } = await readPayLink(container, await ownLinkToBe(container, order_id))
  return {
    order_id,
    state: view.state,
    to_pay: view.amount,
    owed: order.owed,
    currency_code: order.currency_code.toLowerCase(),
  }
}

/** An order's own link; before anybody needs one, as it would be made. Nothing is written. @throws MedusaError NOT_FOUND */
export async function ownLinkToBe(container: MedusaContainer, order_id: string): Promise<PayLink> {
  const { payLinks, purchases, options } = container.resolve(WEB_CHECKOUT)
  const known = await payLinks.findOwn(order_id)
  if (known) {
    return known
  }
  const { currency_code } = await readOrder(container.resolve(ContainerRegistrationKeys.QUERY), order_id)
  return {
    id: "",
    order_id,
    order_reference: await purchases.orderReferenceOf({ order_id }),
    environment: options.environment,
    currency_code: currency_code.toUpperCase(),
    amount: null,
    note: null,
    expires_at: null,
    ended_at: null,
    ended_by: null,
    created_by: null,
    paid_at: null,
    reminders: 0,
    remind_at: null,
    created_at: new Date(),
  }
}
