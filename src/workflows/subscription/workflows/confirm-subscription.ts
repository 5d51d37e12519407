import { createWorkflow, transform, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { confirmSubscriptionStep, type ConfirmSubscriptionInput } from "../steps/confirm-subscription"
import { recordSubscriptionActionStep } from "../steps/record-subscription-action"

/**
 * A person has found an unconfirmed subscription in the gateway's dashboard and says which it is.
 *
 * @throws MedusaError NOT_FOUND, NOT_ALLOWED, INVALID_DATA; one of gateway/errors
 * @example
 * await confirmSubscriptionWorkflow(container).run({ input: { id: "wsub_123", subscription_id: "4711", actor_id: "user_1" } })
 */
export const confirmSubscriptionWorkflow = createWorkflow(
  "webcheckout-confirm-subscription",
  (input: ConfirmSubscriptionInput & { actor_id?: string }) => {
    const confirmed = confirmSubscriptionStep(input)
    recordSubscriptionActionStep(
      transform({ input }, ({ input: { id, actor_id } }) => ({ id, actor_id, action: "confirm" as const }))
    )
    return new WorkflowResponse(confirmed)
  }
)
