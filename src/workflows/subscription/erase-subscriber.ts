import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import type { WebCheckoutService } from "../../modules/web-checkout/service"
import type { SubscriptionRow } from "../../modules/web-checkout/subscription"
import { bringSubscriptionTo } from "./bring-subscription-to"
import { shownAnswer } from "./subscription-answer"
import { OVER } from "../../modules/web-checkout/rules/subscription-states"
import { PLUGIN_ACTOR } from "../../modules/web-checkout/rules/ledger"
import { logFailure } from "../log-failure"

/**
 * Forgets the person behind a deleted customer's subscriptions: name, e-mail, phone and search text go. Amount, dates and
 * the gateway's ids stay, as the books need them. With `extendedApi` the gateway is told to pause; where that is not possible,
 * a person is told that it may go on sending links.
 */
export async function eraseSubscriber(container: MedusaContainer, customer_id: string): Promise<void> {
  const webCheckout = container.resolve(WEB_CHECKOUT)
  const rows = await webCheckout.subscriptions.listOfCustomer(customer_id)
  for (const row of rows) {
    // Told first, and taken back when the gateway has paused it: a process that dies in between leaves no silence.
    const isOver = OVER.includes(row.status)
    if (!isOver) {
      await webCheckout.subscriptions.recordAttention(row.id, "customer_deleted")
    }
    await webCheckout.subscriptions.erasePerson(row)
    await webCheckout.history.record({
      subject_id: row.id,
      action: "erase",
      actor_id: PLUGIN_ACTOR,
    })
    if (!isOver) {
      await pause(webCheckout, row).catch((error: unknown) => {
        logFailure(container, `subscription ${row.id} could not be paused`, error)
      })
    }
  }
}

/** Where it can be done, the gateway is told to send no more links; its answer ends the attention. */
async function pause(webCheckout: WebCheckoutService, row: SubscriptionRow): Promise<void> {
  const gateway =
    row.environment === webCheckout.options.environment ? webCheckout.gateways.extended(row.account) : undefined
  if (!gateway || row.subscription_id === null) {
    return
  }
  const askedAt = new Date()
  const answer = shownAnswer(await bringSubscriptionTo(gateway, row.subscription_id, "pause"))
  await webCheckout.subscriptions.recordAnswer(row.id, answer, askedAt)
}
