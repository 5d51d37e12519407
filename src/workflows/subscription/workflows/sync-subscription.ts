import { createWorkflow, transform, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { recordSubscriptionActionStep, type SubscriptionActionInput } from "../steps/record-subscription-action"
import { syncSubscriptionStep } from "../steps/sync-subscription"

/**
 * Brings a subscription to what the gateway shows; one of unknown outcome is searched for. Needs `extendedApi`.
 *
 * @throws MedusaError NOT_FOUND, NOT_ALLOWED; one of gateway/errors
 * @example
 * const { result } = await syncSubscriptionWorkflow(container).run({ input: { id: "wsub_123", actor_id: "user_1" } })
 * result.status // "active", "inactive", …
 */
export const syncSubscriptionWorkflow = createWorkflow(
  "webcheckout-sync-subscription",
  (input: SubscriptionActionInput) => {
    recordSubscriptionActionStep(transform({ input }, ({ input }) => ({ ...input, action: "sync" as const })))
    return new WorkflowResponse(syncSubscriptionStep(input))
  }
)
