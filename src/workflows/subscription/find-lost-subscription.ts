import { notAllowed } from "../../modules/web-checkout/errors"
import type { ExtendedGatewayClient } from "../../gateway/extended-client"
import { FREQUENCIES } from "../../gateway/frequencies"
import { sameAmount } from "../../gateway/money"
import type { Subscription } from "../../gateway/schemas"
import type { WebCheckoutService } from "../../modules/web-checkout/service"
import type { SubscriptionRow } from "../../modules/web-checkout/subscription"

const PAGE_SIZE = 100
const MOST_PAGES = 20

/**
 * The gateway's subscription that a lost create call made: the same in everything that was sent, and not one that another
 * row stands for.
 *
 * @throws MedusaError NOT_ALLOWED when several are alike: a person must say which
 */
export async function findLostSubscription(
  webCheckout: WebCheckoutService,
  gateway: ExtendedGatewayClient,
  row: SubscriptionRow
): Promise<Subscription | undefined> {
  const alike: Subscription[] = []
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { content, totalPages } = await gateway.findSubscriptions({
      customerEmail: row.email ?? undefined,
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

/** Whether the gateway's subscription is what a row asked for. */
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
