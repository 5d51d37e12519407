import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"
import { notAllowed } from "../../../modules/web-checkout/errors"
import { readOrder } from "../../../modules/web-checkout/purchase/order"
import { exactAmount } from "../../../modules/web-checkout/rules/ledger"
import { isPayable, isSameAsk } from "../../../modules/web-checkout/rules/pay-link"
import { compareAmounts } from "../../../gateway/money"
import { closePages } from "../../checkout/close-pages"
import { askForTheRest } from "../../medusa/order-collections"
import { bookInSystem } from "../book-in-system"
import { readPayLink } from "../read-pay-link"
import { collectionsOfOthers } from "../start-payment"

/**
 * Books what a link asks for as paid without the gateway, and ends the link. The pages that are open for the same money go first;
 * one that is paid all the same is a case then.
 *
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED when there is nothing to pay with it
 */
export const bookAnotherWayStep = createStep(
  "webcheckout-book-another-way",
  async ({ id, actor_id }: { id: string; actor_id: string }, { container }) => {
    const { payLinks } = container.resolve(WEB_CHECKOUT)
    const { link, order, attempts, view } = await readPayLink(container, await payLinks.retrieve(id))
    if (!isPayable(view.state)) {
      throw notAllowed("There is nothing to pay with this link now: look at what has become of it.")
    }
    await closePages(container, order.id, async (row) => isSameAsk(await payLinks.findOf(row), link))
    const inUse = await collectionsOfOthers(container, link, attempts)
    await bookInSystem(container, order.id, { amount: view.amount, inUse, actor_id })
    const { owed } = await readOrder(container.resolve(ContainerRegistrationKeys.QUERY), order.id)
    await closePages(container, order.id, (row) => compareAmounts(exactAmount(row), owed, row.currency_code) === 1)
    if (link.ended_at === null) {
      await payLinks.end(link.id, actor_id)
    }
    await askForTheRest(container, order.id)
    return new StepResponse(undefined)
  }
)
