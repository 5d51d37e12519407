import { createWorkflow, transform, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { recordActionStep, type CheckoutActionInput } from "../steps/record-action"
import { resolveCaseStep } from "../steps/resolve-case"

/**
 * A person has dealt with a checkout's case outside Medusa, and says how.
 *
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED to resolve a checkout that needs nobody, or whose case is not the one that the person has seen
 * @example
 * await resolveCaseWorkflow(container).run({ input: { id: "wchk_123", actor_id: "user_1", note: "refunded" } })
 */
export const resolveCaseWorkflow = createWorkflow(
  "webcheckout-resolve-case",
  (input: CheckoutActionInput & { note: string; case?: string }) => {
    const row = resolveCaseStep(input)
    recordActionStep(transform({ input }, ({ input }) => ({ ...input, action: "resolve" as const })))
    return new WorkflowResponse(row)
  }
)
