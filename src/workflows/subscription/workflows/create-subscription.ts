import { createWorkflow, transform, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { acquireLockStep, releaseLockStep } from "@medusajs/medusa/core-flows"
import type { SubscriptionInput } from "../../../modules/web-checkout/subscription-input"
import { purchaseLock } from "../../checkout/purchase-lock"
import { openSubscriptionStep } from "../steps/open-subscription"
import { prepareSubscriptionStep } from "../steps/prepare-subscription"
import { recordSubscriptionActionStep } from "../steps/record-subscription-action"
import { sendSubscriptionStep } from "../steps/send-subscription"

export type CreateSubscriptionInput = SubscriptionInput & {
  /** The admin user's id. */
  actor_id?: string
}

/**
 * Creates a recurring payment link. The row is committed before the call; a request that is repeated with the same
 * `idempotency_key`, also at the same time, gives the row of the first and sends nothing. The row says what came of it:
 * `created` (or `active` with `extendedApi`), `rejected`, or `unconfirmed` when nobody knows.
 *
 * @throws MedusaError INVALID_DATA, with the field's name, before anything is written or sent; NOT_FOUND for an unknown
 * customer
 * @example
 * const { result } = await createSubscriptionWorkflow(container).run({
 *   input: {
 *     description: "Coffee, monthly", currency_code: "aed", amount: 89.95, start_date: "2027-01-31", send_on_hour: 6,
 *     send_every: "MONTH", customer_id: "cus_123", idempotency_key: "b6f1…",
 *   },
 * })
 * result.status
 */
export const createSubscriptionWorkflow = createWorkflow(
  "webcheckout-create-subscription",
  (input: CreateSubscriptionInput) => {
    const prepared = prepareSubscriptionStep(transform({ input }, ({ input: { actor_id, ...rest } }) => rest))
    const key = transform({ input }, ({ input }) => `webcheckout:subscription:${input.idempotency_key}`)
    acquireLockStep({ key, ...purchaseLock })
    const opened = openSubscriptionStep(prepared)
    recordSubscriptionActionStep(
      transform({ opened, input }, ({ opened, input }) => ({
        id: opened.row.id,
        actor_id: input.actor_id,
        action: "create" as const,
        isNew: opened.isNew,
      }))
    )
    const sent = sendSubscriptionStep(
      transform({ opened }, ({ opened }) => ({ id: opened.row.id, isNew: opened.isNew }))
    )
    releaseLockStep({ key })
    return new WorkflowResponse(sent)
  }
)
