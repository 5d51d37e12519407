import type { MedusaContainer } from "@medusajs/framework/types"
import type { PayLink } from "../../modules/web-checkout/rules/pay-link"
import { askAboutOrder } from "./ask-about-order"
import { bookPaidAnotherWayWorkflow } from "./workflows/book-paid-another-way"

/**
 * A person says that what a link asks for has been paid in cash, or by transfer. The gateway is asked first: what came there
 * meanwhile is booked, and then there may be nothing left.
 *
 * @throws MedusaError UNEXPECTED_STATE while the gateway gives no answer; what `bookPaidAnotherWayWorkflow` throws
 */
export async function paidAnotherWay(container: MedusaContainer, link: PayLink, actor_id: string): Promise<void> {
  await askAboutOrder(container, link.order_id, { isAnswerNeeded: true })
  await bookPaidAnotherWayWorkflow(container).run({ input: { id: link.id, actor_id } })
}
