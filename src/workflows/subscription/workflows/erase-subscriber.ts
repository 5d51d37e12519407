import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { eraseSubscriberStep, type EraseSubscriberInput } from "../steps/erase-subscriber"

/**
 * Forgets the person behind a deleted customer's subscriptions: name, e-mail, phone and search text go. Amount, dates and
 * the gateway's ids stay, as the books need them. With `extendedApi` the gateway is told to pause; where that is not possible,
 * a person is told that it may go on sending links. Erasing is not undone: nothing is compensated.
 *
 * @example
 * await eraseSubscriberWorkflow(container).run({ input: { customer_id: "cus_123" } })
 */
export const eraseSubscriberWorkflow = createWorkflow(
  "webcheckout-erase-subscriber",
  (input: EraseSubscriberInput) => new WorkflowResponse(eraseSubscriberStep(input))
)
