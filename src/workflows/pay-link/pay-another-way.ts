import type { MedusaContainer } from "@medusajs/framework/types"
import type { PayLink } from "../../modules/web-checkout/rules/pay-link"
import { askAboutOrder } from "./ask-about-order"
import { bookAnotherWayWorkflow } from "./workflows/book-another-way"

/**
 * A person says that what a link asks for has been paid in cash, or by transfer. The gateway is asked first: what came there
 * meanwhile is booked, and then there may be nothing left.
 *
 * @throws MedusaError UNEXPECTED_STATE while the gateway gives no answer; what `bookAnotherWayWorkflow` throws
 */
export async function payAnotherWay(container: MedusaContainer, link: PayLink, actor_id: string): Promise<void> {
  await askAboutOrder(container, link.order_id, { isAnswerNeeded: true })
  await bookAnotherWayWorkflow(container).run({ input: { id: link.id, actor_id } })
}
