import type { Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { WEB_CHECKOUT } from "../modules/web-checkout"
import { PLUGIN_ACTOR } from "../modules/web-checkout/ledger"
import { safeFailure } from "../modules/web-checkout/medusa-error"
import type { WebCheckoutService } from "../modules/web-checkout/service"
import type { SubscriptionRow } from "../modules/web-checkout/subscription"
import { bringSubscriptionTo } from "./steps/switch-subscription"
import { shownAnswer } from "./subscription-answer"

export interface EraseSubscriberInput {
  /** Medusa's customer, who was deleted. */
  customer_id: string
}

/** The gateway can no longer send a link for one of these. */
const OVER = ["rejected", "inactive", "archived", "expired"]

const eraseSubscriberStep = createStep(
  "webcheckout-erase-subscriber",
  async ({ customer_id }: EraseSubscriberInput, { container }) => {
    const service = container.resolve<WebCheckoutService>(WEB_CHECKOUT)
    const logger: Logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    const rows = await service.listSubscriptionsOf(customer_id)
    for (const row of rows) {
      // Told first, and taken back when the gateway has paused it: a process that dies in between leaves no silence.
      const isOver = OVER.includes(row.status)
      if (!isOver) {
        await service.recordSubscriptionAttention(row.id, "customer_deleted")
      }
      await service.eraseSubscriber(row)
      await service.recordSubscriptionAction({
        webcheckout_subscription_id: row.id,
        action: "erase",
        actor_id: PLUGIN_ACTOR,
      })
      if (!isOver) {
        await pause(service, row).catch((error: unknown) => {
          logger.warn(`medusa-payment-webcheckout: subscription ${row.id} could not be paused: ${safeFailure(error)}`)
        })
      }
    }
    return new StepResponse(rows.map(({ id }) => id))
  }
)

/** Where it can be done, the gateway is told to send no more links; its answer ends the attention. */
async function pause(service: WebCheckoutService, row: SubscriptionRow): Promise<void> {
  const gateway = row.environment === service.options.environment ? service.extendedGateway(row.account) : undefined
  if (!gateway || row.subscription_id === null) {
    return
  }
  const askedAt = new Date()
  const answer = shownAnswer(await bringSubscriptionTo(gateway, row.subscription_id, "pause"))
  await service.recordSubscriptionAnswer(row.id, answer, askedAt)
}

/**
 * Forgets the person behind a deleted customer's subscriptions: name, e-mail, phone and search text go. Amount, dates and
 * the gateway's ids stay, as the books need them. With `extendedApi` the gateway is told to pause; where that is not possible,
 * a person is told that it may go on sending links. Erasing is not undone: nothing is compensated.
 *
 * @example
 * await eraseSubscriberWorkflow(container).run({ input: { customer_id: "cus_123" } })
 */
export const eraseSubscriberWorkflow = createWorkflow(
  "webcheckout-erase-subscriber-of-customer",
  (input: EraseSubscriberInput) => new WorkflowResponse(eraseSubscriberStep(input))
)
