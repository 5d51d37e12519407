import { MedusaError } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { GatewayError } from "../../gateway/errors"
import type { ExtendedGatewayClient } from "../../gateway/extended-client"
import type { Subscription } from "../../gateway/schemas"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { explained } from "../../modules/web-checkout/medusa-error"
import type { WebCheckoutService } from "../../modules/web-checkout/service"
import { requireExtended } from "../require-extended"
import { shownAnswer } from "../subscription-answer"

const TARGET = { pause: "INACTIVE", resume: "ACTIVE" } as const

/**
 * Pauses or resumes at the gateway. A lost answer is resolved by asking; the call says what state is wanted, so a
 * subscription that is in it already is left alone. Not compensated: the gateway's state is what counts.
 *
 * @throws MedusaError NOT_ALLOWED without `extendedApi`, or when the gateway's id is not known
 */
export const switchSubscriptionStep = createStep(
  "webcheckout-switch-subscription",
  async ({ id, action }: { id: string; action: "pause" | "resume" }, { container }) => {
    const service = container.resolve<WebCheckoutService>(WEB_CHECKOUT)
    const row = await service.subscription(id)
    const gateway = requireExtended(service, row)
    if (row.subscription_id === null) {
      throw new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        "The payment service's id of this subscription is not known. Sync it first."
      )
    }
    const { subscription_id } = row
    const askedAt = new Date()
    const answer = await explained(() => bringSubscriptionTo(gateway, subscription_id, action))
    return new StepResponse(await service.recordSubscriptionAnswer(row.id, shownAnswer(answer), askedAt))
  }
)

/** Pauses or resumes, unless it is in that state already; a lost answer is resolved by asking. */
export async function bringSubscriptionTo(
  gateway: ExtendedGatewayClient,
  subscriptionId: string,
  action: "pause" | "resume"
): Promise<Subscription> {
  const now = await gateway.getSubscription(subscriptionId)
  return now.status === TARGET[action] ? now : switchTo(gateway, subscriptionId, action)
}

async function switchTo(
  gateway: ExtendedGatewayClient,
  subscriptionId: string,
  action: "pause" | "resume"
): Promise<Subscription> {
  try {
    return action === "pause"
      ? await gateway.pauseSubscription(subscriptionId)
      : await gateway.resumeSubscription(subscriptionId)
  } catch (error) {
    const isLost = error instanceof GatewayError && error.mayHaveHappened
    const now = isLost ? await gateway.getSubscription(subscriptionId) : undefined
    if (now?.status === TARGET[action]) {
      return now
    }
    throw error
  }
}
