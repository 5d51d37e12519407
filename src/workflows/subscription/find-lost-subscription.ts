import { notAllowed } from "../../modules/web-checkout/errors"
import type { ExtendedGatewayClient } from "../../gateway/client"
import { FREQUENCIES } from "../../gateway/frequencies"
import { sameAmount } from "../../gateway/money"
import type { Subscription } from "../../gateway/schemas"
import type { WebCheckoutService } from "../../modules/web-checkout/service"
import type { SubscriptionRow } from "../../modules/web-checkout/subscription"

const PAGE_SIZE = 100
const MOST_PAGES = 20

/**
 * Finds the subscription that a lost create call has made at the gateway: equal in every term, among those with the customer's email
 * address, and not assigned to another row.
 *
 * @throws MedusaError NOT_ALLOWED if several match, or if the row has no email address: a person must choose
 */
export async function findLostSubscription(
  webCheckout: WebCheckoutService,
  gateway: ExtendedGatewayClient,
  row: SubscriptionRow
): Promise<Subscription | undefined> {
  // Without the email address, an equal subscription of another customer could match.
  if (row.email === null) {
    throw notAllowed(
      "Without the customer's email address, the subscription cannot be searched. Enter its ID from the payment service's dashboard."
    )
  }
  const alike: Subscription[] = []
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { content, totalPages } = await gateway.findSubscriptions({
      "customer.email": row.email,
      page,
      size: PAGE_SIZE,
    })
    alike.push(...content.filter((candidate) => isAlike(row, candidate)))
    if (page + 1 >= totalPages) {
      break
    }
  }
  const taken = await webCheckout.subscriptions.listTakenIds(alike.map(({ id }) => id))
  const free = alike.filter(({ id }) => !taken.has(id))
  if (free.length > 1) {
    throw notAllowed(
      `The payment service returned ${free.length} matching subscriptions. Enter the ID of the right one.`
    )
  }
  return free[0]
}

/** Whether the gateway's subscription matches the row's terms. */
export function isAlike(
  row: SubscriptionRow,
  { description, currency, amount, startDate, endDate, sendOnHour, period, periodUnit }: Subscription
): boolean {
  const sentEvery = FREQUENCIES[row.send_every]
  return (
    description === row.description &&
    currency?.toUpperCase() === row.currency_code &&
    typeof amount === "number" &&
    sameAmount(amount, row.amount, row.currency_code) &&
    startDate === row.start_date &&
    (endDate ?? null) === row.end_date &&
    sendOnHour === row.send_on_hour &&
    period === sentEvery.period &&
    periodUnit === sentEvery.periodUnit
  )
}
