import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { WEB_CHECKOUT } from "../modules/web-checkout"
import type { CheckoutAction } from "../modules/web-checkout/ledger"
import type { WebCheckoutService } from "../modules/web-checkout/service"
import { readCheckoutStep } from "./steps/read-checkout"

export interface ActOnCheckoutInput {
  /** The ledger row's id. */
  id: string
  action: CheckoutAction
  /** The admin user's id. */
  actor_id: string
  note?: string
}

const applyActionStep = createStep("webcheckout-apply-action", async (input: ActOnCheckoutInput, { container }) => {
  const ledger = container.resolve<WebCheckoutService>(WEB_CHECKOUT)
  if (input.action === "resolve") {
    await ledger.resolve(input.id)
  }
  await ledger.recordAction({ ledger_id: input.id, action: input.action, actor_id: input.actor_id, note: input.note })
  return new StepResponse(undefined)
})

/**
 * Writes down who did what about a checkout; `resolve` closes the case. What a person has tried is no reason to forget the
 * case: it stays until it is settled.
 *
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED to resolve a checkout that needs nobody
 * @example
 * await actOnCheckoutWorkflow(container).run({ input: { id: "wchk_123", action: "resolve", actor_id: "user_1", note: "refunded" } })
 */
export const actOnCheckoutWorkflow = createWorkflow("webcheckout-act-on-checkout", (input: ActOnCheckoutInput) => {
  readCheckoutStep(input)
  return new WorkflowResponse(applyActionStep(input))
})
