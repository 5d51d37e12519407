import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { heardAt } from "../../modules/web-checkout/rules/pay-mail"
import { sendOnce } from "../medusa/notifications"
import { readRows } from "../medusa/read-rows"
import { askAboutOrder } from "../pay-link/ask-about-order"
import { hasMailProvider } from "../pay-link/mail/why-no-mail"
import { cancelUnpaidOrderWorkflow } from "./workflows/cancel-unpaid-order"

/** When an order is looked at again whose link is on its way, or whose money. */
const AGAIN_AFTER_MS = 5 * 60_000
const DAY_MS = 86_400_000

const orderRow = z.looseObject({ id: z.string(), display_id: z.number().nullish(), created_at: z.coerce.date() })

/** Why an order that was not paid in time stands all the same, and what a person is to do. */
const WHY_NOT_CANCELLED = {
  unheard:
    "Nobody is known to have its pay link. Open the order and copy the link for the customer, or cancel the order.",
  open_change: "It has a change that is neither confirmed nor cancelled. End that: it is cancelled then.",
  refused: "Medusa does not cancel it; the server's log says why. Cancel the order yourself.",
}

/**
 * Cancels an order that is paid later once it has been unpaid for long enough: counted from the moment at which its customer had a
 * link to pay with. Nobody who never heard of the link has an order cancelled; a person is told, once.
 *
 * @returns when it is looked at again; null for never
 * @throws MedusaError what `cancelUnpaidOrderWorkflow` throws
 */
export async function cancelInTime(
  container: MedusaContainer,
  order_id: string,
  { hasLink }: { hasLink: boolean }
): Promise<Date | null> {
  const { cancelUnpaidAfterDays } = container.resolve(WEB_CHECKOUT).options.payLinks
  const soon = new Date(Date.now() + AGAIN_AFTER_MS)
  if (cancelUnpaidAfterDays === undefined) {
    return hasLink ? null : soon
  }
  const [order] = await readRows(container, orderRow, {
    entity: "order",
    fields: ["id", "display_id", "created_at"],
    filters: { id: order_id },
  })
  const heard = await readHeardAt(container, order_id)
  const since = Math.max(order.created_at.getTime(), heard?.getTime() ?? 0)
  const at = new Date(since + cancelUnpaidAfterDays * DAY_MS)
  if (at > new Date()) {
    return heard || at < soon ? at : soon
  }
  if (!heard) {
    await tellNotCancelled(container, order, "unheard")
    return new Date(Date.now() + DAY_MS)
  }
  await askAboutOrder(container, order_id, { isAnswerNeeded: true })
  const { result } = await cancelUnpaidOrderWorkflow(container).run({ input: { order_id } })
  if (result.outcome === "open_change" || result.outcome === "refused") {
    await tellNotCancelled(container, order, result.outcome)
    return new Date(Date.now() + DAY_MS)
  }
  return result.outcome === "decided" ? null : soon
}

async function readHeardAt(container: MedusaContainer, order_id: string): Promise<Date | undefined> {
  const { payLinks, payMails } = container.resolve(WEB_CHECKOUT)
  const links = await payLinks.listOfOrder(order_id)
  const mails = await payMails.listOf(links.map(({ id }) => id))
  return heardAt(links, mails, { sendsMails: hasMailProvider(container) })
}

async function tellNotCancelled(
  container: MedusaContainer,
  { id, display_id }: z.output<typeof orderRow>,
  why: keyof typeof WHY_NOT_CANCELLED
): Promise<void> {
  await sendOnce(container, {
    to: "",
    channel: "feed",
    template: "admin-ui",
    data: {
      title: `Order #${display_id ?? id} is not paid, and not cancelled`,
      description: WHY_NOT_CANCELLED[why],
    },
    idempotency_key: `webcheckout:pay-later:${id}:${why}`,
    resource_id: id,
    resource_type: "order",
    trigger_type: "webcheckout.pay_later.not_cancelled",
  })
}
