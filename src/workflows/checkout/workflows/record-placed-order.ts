import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { noteOrderReferenceStep } from "../steps/note-order-reference"
import { recordPlacedOrderStep } from "../steps/record-placed-order"

export interface RecordPlacedOrderInput {
  order_id: string
}

/**
 * Writes a placed order into the ledger row that paid for it, and the purchase's reference into the order's metadata:
 * the gateway shows that reference to the shopper. Idempotent.
 *
 * @example
 * await recordPlacedOrderWorkflow(container).run({ input: { order_id: "order_123" } })
 */
export const recordPlacedOrderWorkflow = createWorkflow(
  "webcheckout-record-placed-order",
  (input: RecordPlacedOrderInput) => {
    const row = recordPlacedOrderStep(input)
    noteOrderReferenceStep({ order_id: input.order_id, row })
    return new WorkflowResponse(row)
  }
)
