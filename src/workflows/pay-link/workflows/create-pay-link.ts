import { createWorkflow, transform, when, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { convertDraftOrderWorkflow } from "@medusajs/medusa/core-flows"
import { createPayLinkStep, type NewPayLinkInput } from "../steps/create-pay-link"

/**
 * Makes a pay link for what an order owes; of a draft order, converts it first where that is wanted, and not at all when the link
 * cannot be made.
 *
 * @throws MedusaError NOT_FOUND; INVALID_DATA with every problem by its field
 * @example
 * const { result } = await createPayLinkWorkflow(container).run({
 *   input: { order_id: "order_123", amount: 50, note: "Deposit", actor_id: "user_1" },
 * })
 */
export const createPayLinkWorkflow = createWorkflow(
  "webcheckout-create-pay-link",
  (input: NewPayLinkInput & { convert_draft?: boolean }) => {
    when({ input }, ({ input }) => input.convert_draft === true).then(() => {
      const id = transform({ input }, ({ input }) => input.order_id)
      convertDraftOrderWorkflow.runAsStep({ input: { id } })
    })
    return new WorkflowResponse(createPayLinkStep(input))
  }
)
