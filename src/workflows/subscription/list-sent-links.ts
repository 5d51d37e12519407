import type { SubscriptionPayment } from "../../gateway/schemas"
import { withMedusaErrors } from "../../modules/web-checkout/errors"
import type { WebCheckoutService } from "../../modules/web-checkout/service"
import { requireExtended } from "./subscription-answer"

/**
 * The payment links sent so far, newest first as the gateway lists them. Needs `extendedApi`.
 *
 * @param page whole pages, as the gateway pages: `offset` is a multiple of `limit`
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED without `extendedApi`, and for a row of the other environment; GatewayError
 */
export async function listSentLinks(
  webCheckout: WebCheckoutService,
  id: string,
  { limit, offset }: { limit: number; offset: number }
) {
  const row = await webCheckout.subscriptions.retrieve(id)
  const gateway = requireExtended(webCheckout, row)
  const { subscription_id } = row
  if (subscription_id === null) {
    return { payments: [], count: 0 }
  }
  const page = await withMedusaErrors(() =>
    gateway.listSubscriptionPayments(subscription_id, { page: offset / limit, size: limit })
  )
  return { payments: page.content.map(shown), count: page.totalElements }
}

/** A payment link sent by a subscription. Amount in major units. */
export type SentLink = ReturnType<typeof shown>

function shown({ id, displayId, timestamp, cancelled, checkout }: SubscriptionPayment) {
  return {
    id,
    display_id: displayId ?? null,
    sent_at: timestamp ?? null,
    cancelled: cancelled ?? false,
    checkout: checkout
      ? { id: checkout.id, status: checkout.status, amount: checkout.amount, currency_code: checkout.currency }
      : null,
  }
}
