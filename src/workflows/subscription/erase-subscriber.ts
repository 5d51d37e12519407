import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import type { WebCheckoutService } from "../../modules/web-checkout/service"
import type { SubscriptionRow } from "../../modules/web-checkout/subscription"
import { shownAnswer } from "./subscription-answer"
import { bringSubscriptionTo } from "./switch-subscription"
import { ENDED } from "../../modules/web-checkout/rules/subscription-states"
import { PLUGIN_ACTOR } from "../../modules/web-checkout/rules/ledger"
import { warnOf } from "../log-failure"
import { z } from "@medusajs/framework/zod"
import { inADay } from "../../modules/web-checkout/rules/check-times"
import { readRows } from "../medusa/read-rows"

/**
 * Erases the personal data in a deleted customer's subscriptions: name, e-mail, phone and search text. Amount, dates and the gateway's ids are
 * kept for the books. With `extendedApi` the subscription is paused at the gateway; if that fails, a case says that the gateway may still send
 * links.
 */
export async function eraseSubscriber(container: MedusaContainer, customer_id: string): Promise<void> {
  const webCheckout = container.resolve(WEB_CHECKOUT)
  const rows = await webCheckout.subscriptions.listOfCustomer(customer_id)
  for (const row of rows) {
    // The case is opened first, and closed when the gateway has paused it: if the process dies in between, the case remains.
    const hasEnded = ENDED.includes(row.status)
    if (!hasEnded) {
      await webCheckout.subscriptions.openCase(row.id, "customer_deleted")
    }
    await webCheckout.subscriptions.erasePerson(row)
    await webCheckout.history.record({ subject_id: row.id, action: "erase", actor_id: PLUGIN_ACTOR })
    if (!hasEnded) {
      await pause(webCheckout, row).catch(warnOf(container, `subscription ${row.id} could not be paused`))
    }
  }
}

/** Pauses the subscription at the gateway if possible; its answer closes the case. */
async function pause(webCheckout: WebCheckoutService, row: SubscriptionRow): Promise<void> {
  const gateway =
    row.environment === webCheckout.options.environment ? webCheckout.gateways.extended(row.account) : undefined
  if (!gateway || row.subscription_id === null) {
    return
  }
  const askedAt = new Date()
  const answer = shownAnswer(await bringSubscriptionTo(gateway, row.subscription_id, "pause"))
  await webCheckout.subscriptions.recordAnswer(row.id, answer, askedAt)
}

const BATCH = 500
/** In ms. A more recent deletion is skipped: its workflow may still undo it, and its event is on its way. */
const DELETED_FOR_MS = 3_600_000
const customer = z.object({ id: z.string(), deleted_at: z.coerce.date().nullable() })

/** Erases the personal data of deleted customers whose event was missed. @returns when it is due again */
export async function eraseGoneCustomers(container: MedusaContainer): Promise<Date> {
  const { subscriptions } = container.resolve(WEB_CHECKOUT)
  let ids = await subscriptions.listCustomers("", BATCH)
  while (ids.length > 0) {
    const there = await readRows(container, customer, {
      entity: "customer",
      filters: { id: ids },
      withDeleted: true,
      // All ids: a customer missing from the result would count as deleted.
      pagination: { take: ids.length, skip: 0, order: { id: "ASC" } },
    })
    const kept = there.filter(({ deleted_at }) => !deleted_at || Date.now() - deleted_at.getTime() < DELETED_FOR_MS)
    const isKept = new Set(kept.map(({ id }) => id))
    for (const customer_id of ids.filter((id) => !isKept.has(id))) {
      await eraseSubscriber(container, customer_id)
    }
    ids = await subscriptions.listCustomers(ids[ids.length - 1], BATCH)
  }
  return inADay()
}
