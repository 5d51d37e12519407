import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { undefinedIfGone } from "../../modules/web-checkout/errors"
import { inNextRound, isOlderThan } from "../../modules/web-checkout/rules/check-times"
import type { PayLink } from "../../modules/web-checkout/rules/pay-link"
import { ringBell } from "../medusa/notifications"
import { readPayLink, type ReadPayLink } from "./read-pay-link"
import { warnOf } from "../log-failure"

const MOST_AT_ONCE = 50
/** A link that was not reported yet is marked as over if its order owes nothing this long after the expiry. */
const OWED_AGAIN_WITHIN_HOURS = 7 * 24

/**
 * Rings the bell for each link that the plugin has made by itself and that has expired unpaid: its order's customer cannot pay with
 * it any more, and nobody at the shop has made it.
 *
 * @returns when it is due again: in the job's next round
 */
export async function notifyOfExpiredLinks(container: MedusaContainer): Promise<Date> {
  const { payLinks } = container.resolve(WEB_CHECKOUT)
  const warn = warnOf(container, "no notice of an expired pay link could be sent")
  for (const link of await payLinks.listExpired(null, MOST_AT_ONCE)) {
    // Checked again after the others, so that a link that fails each time does not keep them waiting.
    await notify(container, link).catch(async (error: unknown) => {
      warn(error)
      await payLinks.postponeExpiry(link.id).catch(warn)
    })
  }
  return inNextRound()
}

async function notify(container: MedusaContainer, link: PayLink): Promise<void> {
  const { payLinks } = container.resolve(WEB_CHECKOUT)
  const read = await readPayLink(container, link).catch(undefinedIfGone)
  const state = read?.view.state
  // It may still turn out to have expired unpaid: money that is held may be released, and an order that is being changed may owe again.
  const mayOweAgain = state === "nothing_owed" && !isOlderThan(link.expires_at, OWED_AGAIN_WITHIN_HOURS)
  if (state === "being_paid" || mayOweAgain) {
    await payLinks.postponeExpiry(link.id)
    return
  }
  if (read?.view.state !== "expired") {
    await payLinks.recordExpiry(link.id, "over")
    return
  }
  const { order, shown_reference } = read
  // The notification comes first: if the process dies in between, its key prevents a second one.
  await ringBell(container, {
    key: `webcheckout:pay-link:${link.id}:expired:${new Date(link.expires_at).getTime()}`,
    title: `The pay link of order #${order.display_id ?? order.id} has expired unpaid`,
    description: `Reference ${shown_reference}. Open the order and renew the link, or cancel the order.`,
    resource_id: order.id,
    resource_type: "order",
    trigger_type: "webcheckout.pay_link.expired",
  })
  await payLinks.recordExpiry(link.id, "told")
}

/**
 * The oldest expired links that were notified and still need renewal, and how many there are at most. A link is marked as over if its order
 * owes nothing, is cancelled, was deleted, or now belongs to another customer. While money is held that is not recorded yet, it stays as it is.
 */
export async function listToRenew(container: MedusaContainer, limit: number) {
  const { payLinks } = container.resolve(WEB_CHECKOUT)
  const toRenew: ReadPayLink[] = []
  const told = await payLinks.listExpired("told", limit)
  for (const link of told) {
    const read = await readPayLink(container, link).catch(undefinedIfGone)
    if (read?.view.state === "expired") {
      toRenew.push(read)
    } else if (read?.view.state !== "being_paid") {
      await payLinks.recordExpiry(link.id, "over")
    }
  }
  return { links: toRenew, count: told.length < limit ? toRenew.length : await payLinks.countTold() }
}
