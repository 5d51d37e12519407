import { createWorkflow, transform, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { recordActionStep, type CheckoutActionInput } from "../steps/record-action"
import { settleCheckoutWorkflow } from "./settle-checkout"

/**
 * A person asks the gateway about a checkout, and lets Medusa follow. A case stays one until it is settled, and what a
 * person has closed is not opened again.
 *
 * @throws MedusaError NOT_FOUND; with the gateway's error code when it gave no definite answer
 * @example
 * const { result } = await syncCheckoutWorkflow(container).run({ input: { id: "wchk_123", actor_id: "user_1" } })
 * result.outcome
 */
export const syncCheckoutWorkflow = createWorkflow("webcheckout-sync-checkout", (input: CheckoutActionInput) => {
  recordActionStep(transform({ input }, ({ input }) => ({ ...input, action: "sync" as const })))
  const settled = settleCheckoutWorkflow.runAsStep({
    input: transform({ input }, ({ input: { id } }) => ({ id, force: true, ignore_wait: true })),
  })
  return new WorkflowResponse(settled)
})
