import { MedusaError } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { WEB_CHECKOUT } from "../modules/web-checkout"
import type { WebCheckoutService } from "../modules/web-checkout/service"
import { recordSubscriptionActionStep, type SubscriptionActionInput } from "./steps/record-subscription-action"

const resolveSubscriptionStep = createStep(
  "webcheckout-resolve-subscription",
  async ({ id }: { id: string }, { container }) => {
    const service = container.resolve<WebCheckoutService>(WEB_CHECKOUT)
    const { attention } = await service.subscription(id)
    if (attention === null) {
      throw new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        `The subscription ${id} needs nobody: there is no case to resolve.`
      )
    }
    await service.recordSubscriptionAttention(id, null)
    return new StepResponse(undefined, { id, attention })
  },
  async (before, { container }) => {
    if (before) {
      await container.resolve<WebCheckoutService>(WEB_CHECKOUT).recordSubscriptionAttention(before.id, before.attention)
    }
  }
)

/**
 * A person has dealt with what a subscription needed one for.
 *
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED when it needs nobody
 * @example
 * await resolveSubscriptionWorkflow(container).run({ input: { id: "wsub_123", actor_id: "user_1", note: "archived" } })
 */
export const resolveSubscriptionWorkflow = createWorkflow(
  "webcheckout-resolve-subscription-case",
  (input: SubscriptionActionInput & { note: string }) => {
    resolveSubscriptionStep(input)
    recordSubscriptionActionStep(transform({ input }, ({ input }) => ({ ...input, action: "resolve" as const })))
    return new WorkflowResponse(input)
  }
)
