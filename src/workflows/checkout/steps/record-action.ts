import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"
import type { CheckoutAction } from "../../../modules/web-checkout/rules/ledger"

export interface CheckoutActionInput {
  /** The ledger row's id. */
  id: string
  /** The admin user's id. */
  actor_id: string
}

/** Writes down who did what about a checkout. What a person has tried is no reason to forget the case. @throws MedusaError NOT_FOUND */
export const recordActionStep = createStep(
  "webcheckout-record-action",
  async (
    { id, actor_id, action, note }: CheckoutActionInput & { action: CheckoutAction; note?: string },
    { container }
  ) => {
    const { checkouts, cases } = container.resolve(WEB_CHECKOUT)
    await checkouts.retrieve(id)
    await cases.recordAction({ ledger_id: id, action, actor_id, note })
    return new StepResponse(undefined)
  }
)
