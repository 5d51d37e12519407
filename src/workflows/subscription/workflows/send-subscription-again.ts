import { createWorkflow, transform, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { recordSubscriptionActionStep, type SubscriptionActionInput } from "../steps/record-subscription-action"
import { reopenSubscriptionStep } from "../steps/reopen-subscription"
import { sendSubscriptionStep } from "../steps/send-subscription"

/**
 * A person has seen that the gateway has no such subscription: it is sent once more. The row can be opened only once, so
 * two people who do this at the same time send one.
 *
 * @throws MedusaError NOT_FOUND, NOT_ALLOWED
 * @example
 * const { result } = await sendSubscriptionAgainWorkflow(container).run({ input: { id: "wsub_123", actor_id: "user_1" } })
 * result.status
 */
export const sendSubscriptionAgainWorkflow = createWorkflow(
  "webcheckout-send-subscription-again",
  (input: SubscriptionActionInput) => {
    const opened = reopenSubscriptionStep(input)
    recordSubscriptionActionStep(transform({ input }, ({ input }) => ({ ...input, action: "send_again" as const })))
    return new WorkflowResponse(sendSubscriptionStep(transform({ opened }, ({ opened }) => ({ id: opened.id }))))
  }
)
