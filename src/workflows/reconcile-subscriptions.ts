import type { WebCheckoutService } from "../modules/web-checkout/service"
import { findLostSubscription } from "./find-lost-subscription"
import { shownAnswer } from "./subscription-answer"

/** A call that was not answered within this many times the timeout never will be. */
const TIMEOUTS_OF_A_CALL = 3

/**
 * Create calls whose process died: nobody knows whether they happened, so they become unconfirmed; with `extendedApi` the
 * gateway may show the subscription.
 *
 * @returns how many were found
 */
export async function reconcileSubscriptions(service: WebCheckoutService): Promise<number> {
  const before = new Date(Date.now() - TIMEOUTS_OF_A_CALL * service.options.timeoutMs)
  const lost = await service.listLostSubscriptions(before)
  for (const row of lost) {
    const isOurs = await service.recordSubscriptionLost(
      row.id,
      before,
      "The process ended before the payment service answered."
    )
    const gateway = isOurs ? service.extendedGateway(row.account) : undefined
    const found = gateway && (await findLostSubscription(service, gateway, row))
    if (found) {
      await service.recordSubscriptionFound(row.id, shownAnswer(found))
    }
  }
  return lost.length
}
