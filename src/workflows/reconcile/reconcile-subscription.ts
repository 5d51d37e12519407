import { MedusaError } from "@medusajs/framework/utils"
import { UNDECIDED } from "../../modules/web-checkout/rules/subscription-states"
import { backoffMs, isOlderThan } from "../../modules/web-checkout/rules/check-times"
import type { WebCheckoutService } from "../../modules/web-checkout/service"
import type { SubscriptionRow } from "../../modules/web-checkout/subscription"
import { findLostSubscription } from "../subscription/find-lost-subscription"
import { shownAnswer } from "../subscription/subscription-answer"

/**
 * A create call whose process died, or whose answer was lost: nobody knows whether it happened, so it is unconfirmed. With
 * `extendedApi` the gateway is searched for it, until it is found or `giveUpAfterHours` have passed: then it is a person's.
 *
 * @throws what the gateway's client throws: it is searched for again
 */
export async function reconcileSubscription(webCheckout: WebCheckoutService, row: SubscriptionRow): Promise<void> {
  // An account that the options no longer have cannot be searched.
  const gateway = webCheckout.gateways.has(row.account) ? webCheckout.gateways.extended(row.account) : undefined
  if (row.status === "creating") {
    await webCheckout.subscriptions.recordNotCreated(
      row.id,
      "unconfirmed",
      "The process ended before the payment service answered."
    )
  }
  if (!gateway || !UNDECIDED.includes(row.status)) {
    await endSearch(webCheckout, row)
    return
  }
  // Should the search fail, or its process die, it is made again: also the last one.
  const again = searchAgainAt(webCheckout, row)
  await webCheckout.subscriptions.schedule(row.id, again ?? new Date(Date.now() + backoffMs(row.check_count)))
  try {
    const found = await findLostSubscription(webCheckout, gateway, row)
    if (found) {
      await webCheckout.subscriptions.recordFound(row.id, shownAnswer(found))
    } else if (again === null) {
      await endSearch(webCheckout, row)
    }
  } catch (error) {
    if (!(error instanceof MedusaError)) {
      await (again === null ? endSearch(webCheckout, row) : undefined)
      throw error
    }
    // Several are alike, or a person was quicker: nothing is left to search.
    await endSearch(webCheckout, row)
  }
}

/** Nothing more is learnt by itself: what nobody knows of is told. */
async function endSearch({ subscriptions }: WebCheckoutService, row: SubscriptionRow): Promise<void> {
  const now = await subscriptions.retrieve(row.id)
  if (now.status === "unconfirmed") {
    await subscriptions.recordAttention(row.id, "unconfirmed")
  }
  // Last: a process that dies before it does all of this again.
  await subscriptions.schedule(row.id, null)
}

function searchAgainAt(webCheckout: WebCheckoutService, row: SubscriptionRow): Date | null {
  const isOld = isOlderThan(row.sent_at ?? row.created_at, webCheckout.options.reconcile.giveUpAfterHours)
  return isOld ? null : new Date(Date.now() + backoffMs(row.check_count))
}
