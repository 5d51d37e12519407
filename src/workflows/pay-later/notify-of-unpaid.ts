import type { MedusaContainer } from "@medusajs/framework/types"
import type { OrderState } from "../../modules/web-checkout/purchase/order"
import { ringBell } from "../medusa/notifications"

/** Why an unpaid order was not cancelled, and what to do. */
const NOT_CANCELLED = {
  unheard:
    "The plugin does not cancel it, because it does not know whether the customer received the pay link. Correct the order's email address and send the link from the order's page; or copy the link for the customer, and cancel the order yourself should it stay unpaid.",
  open_change:
    "It has an open change. Confirm or cancel the change. If the order is still unpaid, the plugin cancels it within a day.",
  refused: "Medusa refused to cancel it; the server's log gives the reason. Cancel the order yourself.",
  other_money:
    "It has money that is not one of its payments: a transaction, a credit, or the payment of a closed case. Find out where it comes from. Then cancel the order, or mark it as paid.",
  failing:
    "The cancellation has failed for a day; the server's log gives the reason. Search for the payment in the payment service's dashboard, then cancel the order yourself.",
}

/** Why an unpaid order has no pay link, and what to do. */
const WITHOUT_LINK = {
  link_failing:
    "The plugin could not create the link; the server's log gives the reason. Check that the order's region offers the payment service. The plugin keeps trying.",
  customer_changed:
    "It now belongs to another customer, so its pay link has ended. Create a new link on the order's page, and check the email address before you send it.",
}

const UNPAID = { ...NOT_CANCELLED, ...WITHOUT_LINK }

/** Rings the admin's bell about an unpaid pay-later order, once for each reason and customer. */
export async function notifyOfUnpaid(
  container: MedusaContainer,
  { id, display_id, customer_id }: OrderState,
  reason: keyof typeof UNPAID
): Promise<void> {
  await ringBell(container, {
    key: `webcheckout:pay-later:${id}:${reason}:${customer_id}`,
    title: `Order #${display_id ?? id} ${reason in WITHOUT_LINK ? "has no pay link" : "is unpaid and was not cancelled"}`,
    description: UNPAID[reason],
    resource_id: id,
    resource_type: "order",
    trigger_type: `webcheckout.pay_later.${reason}`,
  })
}
