import { createWorkflow, transform, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { recordActionStep, type CheckoutActionInput } from "../steps/record-action"
import { requireSettledStep } from "../steps/require-settled"
import { settleCheckoutWorkflow } from "./settle-checkout"

/**
 * A person wants the order of a paid checkout placed, also where a person has closed its case: done if the cart still
 * matches what was paid.
 *
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED, with what to do, when no order was placed; with the gateway's error code when
 * it gave no definite answer
 * @example
 * const { result } = await placeOrderWorkflow(container).run({ input: { id: "wchk_123", actor_id: "user_1" } })
 * result.order_id
 */
export const placeOrderWorkflow = createWorkflow("webcheckout-place-order", (input: CheckoutActionInput) => {
  recordActionStep(transform({ input }, ({ input }) => ({ ...input, action: "place_order" as const })))
  const settled = settleCheckoutWorkflow.runAsStep({
    input: transform({ input }, ({ input: { id } }) => ({
      id,
      force: true,
      ignore_wait: true,
      ignore_resolved: true,
    })),
  })
  return new WorkflowResponse(requireSettledStep(settled))
})
