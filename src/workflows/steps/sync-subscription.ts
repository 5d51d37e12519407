import { MedusaError } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { explained } from "../../modules/web-checkout/medusa-error"
import type { WebCheckoutService } from "../../modules/web-checkout/service"
import type { SubscriptionRow } from "../../modules/web-checkout/subscription"
import { findLostSubscription } from "../find-lost-subscription"
import { shownAnswer } from "../subscription-answer"
import { requireExtended } from "../require-extended"

/**
 * Asks the gateway about a subscription; one of unknown outcome is searched for. Writing the answer down is idempotent.
 *
 * @throws MedusaError NOT_ALLOWED without `extendedApi`, or when there is nothing at the gateway to ask about
 */
export const syncSubscriptionStep = createStep(
  "webcheckout-sync-subscription",
  async ({ id }: { id: string }, { container }) => {
    const service = container.resolve<WebCheckoutService>(WEB_CHECKOUT)
    return new StepResponse(await explained(async () => sync(service, await service.subscription(id))))
  }
)

async function sync(service: WebCheckoutService, row: SubscriptionRow): Promise<SubscriptionRow> {
  const gateway = requireExtended(service, row)
  if (row.status === "rejected") {
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      "The payment service has refused this subscription: there is nothing to ask about."
    )
  }
  if (row.subscription_id !== null) {
    const askedAt = new Date()
    return service.recordSubscriptionAnswer(
      row.id,
      shownAnswer(await gateway.getSubscription(row.subscription_id)),
      askedAt
    )
  }
  const found = await findLostSubscription(service, gateway, row)
  if (found) {
    return service.recordSubscriptionFound(row.id, shownAnswer(found))
  }
  throw new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    "The payment service shows no subscription like this one. If its dashboard shows none either, send it again."
  )
}
