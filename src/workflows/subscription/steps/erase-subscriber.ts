import type { Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"
import type { WebCheckoutService } from "../../../modules/web-checkout/service"
import type { SubscriptionRow } from "../../../modules/web-checkout/subscription"
import { bringSubscriptionTo } from "../bring-subscription-to"
import { shownAnswer } from "../subscription-answer"
import { safeWords } from "../../../modules/web-checkout/errors"
import { OVER } from "../../../modules/web-checkout/rules/subscription-states"
import { PLUGIN_ACTOR } from "../../../modules/web-checkout/rules/ledger"

export interface EraseSubscriberInput {
  /** Medusa's customer, who was deleted. */
  customer_id: string
}

/** Erases the person, and pauses at the gateway where that can be done. */
export const eraseSubscriberStep = createStep(
  "webcheckout-erase-subscriber",
  async ({ customer_id }: EraseSubscriberInput, { container }) => {
    const webCheckout = container.resolve(WEB_CHECKOUT)
    const logger: Logger = container.resolve(ContainerRegistrationKeys.LOGGER)
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
          logger.warn(`medusa-payment-webcheckout: subscription ${row.id} could not be paused: ${safeWords(error)}`)
        })
      }
    }
    return new StepResponse(rows.map(({ id }) => id))
  }
)

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
