import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { resolveCaseStep, type ResolveCaseInput } from "../steps/resolve-case"

/**
 * A person has dealt with a checkout's case outside Medusa, and says how. The gateway is asked first, where it can be.
 *
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED to resolve a checkout that needs nobody; CONFLICT when its case is not the one that the
 *   person has seen; with the code `gateway_ambiguous` when the gateway gave no answer
 * @example
 * await resolveCaseWorkflow(container).run({ input: { id: "wchk_123", actor_id: "user_1", note: "refunded" } })
 */
export const resolveCaseWorkflow = createWorkflow(
  "webcheckout-resolve-case",
  (input: ResolveCaseInput) => new WorkflowResponse(resolveCaseStep(input))
)
