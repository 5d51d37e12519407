import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { lockReference, unlockPurchase } from "../../checkout/lock-purchase"
import { bookPaidAnotherWayStep } from "../steps/book-paid-another-way"
import { readPayLinkReferenceStep } from "../steps/read-pay-link-reference"

/**
 * Books what a pay link asks for as paid another way, in cash or by transfer, and ends the link; one at a time for each order.
 *
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED when there is nothing to pay with it, and while the order is busy
 * @example
 * await bookPaidAnotherWayWorkflow(container).run({ input: { id: "wpl_123", actor_id: "user_1" } })
 */
export const bookPaidAnotherWayWorkflow = createWorkflow(
  "webcheckout-book-paid-another-way",
  (input: { id: string; actor_id: string }) => {
    const locked = lockReference(readPayLinkReferenceStep(input))
    const booked = bookPaidAnotherWayStep(input)
    unlockPurchase(locked)
    return new WorkflowResponse(booked)
  }
)
