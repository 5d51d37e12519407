import { MedusaError } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"

/** Closes a subscription's case, and opens it again when a later step fails. @throws MedusaError NOT_ALLOWED when there is none */
export const resolveSubscriptionStep = createStep(
  "webcheckout-resolve-subscription",
  async ({ id }: { id: string }, { container }) => {
    const webCheckout = container.resolve(WEB_CHECKOUT)
    const { attention } = await webCheckout.subscriptions.retrieve(id)
    if (attention === null) {
      throw new MedusaError(MedusaError.Types.NOT_ALLOWED, "This subscription has no open case.")
    }
    await webCheckout.subscriptions.recordAttention(id, null)
    return new StepResponse(undefined, { id, attention })
  },
  async (before, { container }) => {
    if (before) {
      await container.resolve(WEB_CHECKOUT).subscriptions.recordAttention(before.id, before.attention)
    }
  }
)
