import {
  createWorkflow,
  transform,
  WorkflowResponse,
  createStep,
  StepResponse,
} from "@medusajs/framework/workflows-sdk"
import { recordSubscriptionActionStep, type SubscriptionActionInput } from "../steps/record-subscription-action"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"
import type { WebCheckoutService } from "../../../modules/web-checkout/service"
import type { SubscriptionRow } from "../../../modules/web-checkout/subscription"
import { findLostSubscription } from "../find-lost-subscription"
import { shownAnswer, requireExtended } from "../subscription-answer"
import { withMedusaErrors, notAllowed } from "../../../modules/web-checkout/errors"

/**
 * Asks the gateway about a subscription; one of unknown outcome is searched for. Writing the answer down is idempotent.
 *
 * @throws MedusaError NOT_ALLOWED without `extendedApi`, or when there is nothing at the gateway to ask about
 */
const syncSubscriptionStep = createStep(
  "webcheckout-sync-subscription",
  async ({ id }: { id: string }, { container }) => {
    const webCheckout = container.resolve(WEB_CHECKOUT)
    return new StepResponse(
      await withMedusaErrors(async () => sync(webCheckout, await webCheckout.subscriptions.retrieve(id)))
    )
  }
)

async function sync(webCheckout: WebCheckoutService, row: SubscriptionRow): Promise<SubscriptionRow> {
  const gateway = requireExtended(webCheckout, row)
  if (row.status === "rejected") {
    throw notAllowed("The payment service rejected this subscription, so it has no status.")
  }
  if (row.subscription_id !== null) {
    const askedAt = new Date()
    return webCheckout.subscriptions.recordAnswer(
      row.id,
      shownAnswer(await gateway.getSubscription(row.subscription_id)),
      askedAt
    )
  }
  const found = await findLostSubscription(webCheckout, gateway, row)
  if (found) {
    return webCheckout.subscriptions.recordFound(row.id, shownAnswer(found))
  }
  throw notAllowed(
    "The payment service returned no matching subscription. If its dashboard shows none either, send it again."
  )
}

/**
 * Brings a subscription to what the gateway shows; one of unknown outcome is searched for. Needs `extendedApi`.
 *
 * @throws MedusaError NOT_FOUND, NOT_ALLOWED; one of gateway/errors
 * @example
 * const { result } = await syncSubscriptionWorkflow(container).run({ input: { id: "wsub_123", actor_id: "user_1" } })
 * result.status // "active", "inactive", …
 */
export const syncSubscriptionWorkflow = createWorkflow(
  "webcheckout-sync-subscription",
  (input: SubscriptionActionInput) => {
    recordSubscriptionActionStep(transform({ input }, ({ input }) => ({ ...input, action: "sync" as const })))
    return new WorkflowResponse(syncSubscriptionStep(input))
  }
)
