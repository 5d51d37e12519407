import type { MedusaContainer } from "@medusajs/framework/types"
import { createPaymentSessionsWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "@medusajs/framework/zod"
import { sameAmount } from "../../gateway/money"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { notAllowed } from "../../modules/web-checkout/errors"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { isPending } from "../../modules/web-checkout/rules/money-state"
import {
  isOpenPage,
  isPayable,
  isSameAsk,
  mayContinueOn,
  type PayLink,
} from "../../modules/web-checkout/rules/pay-link"
import { PAY_LINK_IN_CONTEXT } from "../../modules/web-checkout/provider-ids"
import { closePages } from "../checkout/close-pages"
import { fitCollection, openCollection } from "../medusa/order-collections"
import { hasSession } from "../medusa/payment-sessions"
import { findProviderOfOrder } from "../medusa/provider-of-order"
import { readPayLink, type ReadPayLink } from "./read-pay-link"
import { SingleFlight } from "../../modules/web-checkout/single-flight"
import { holdPurchaseOfOrder } from "../checkout/purchase-lock"
import { syncOrder } from "./sync-order"

/** The presses that are under way, by their link. */
const presses = new SingleFlight<string | null>()

/**
 * Handles a press of the button: asks about the order's live checkouts and settles them before anything is started. A link with which
 * nothing can be paid causes no gateway call, and simultaneous presses share one run.
 *
 * @returns where the payer goes on: the gateway's page; null for the link's own, which says why there is nothing to pay
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED while the order is busy; what the provider's `initiatePayment` throws
 */
export function startOrResumePayment(container: MedusaContainer, link: PayLink): Promise<string | null> {
  return presses.join(link.id, () => press(container, link))
}

async function press(container: MedusaContainer, link: PayLink): Promise<string | null> {
  const { state } = (await readPayLink(container, link)).view
  if (!isPayable(state) && state !== "being_paid") {
    return null
  }
  await syncOrder(container, link.order_id)
  return holdPurchaseOfOrder(container, link.order_id, () => startPayment(container, link.id))
}

/** How often it is started over when the order changes meanwhile. */
const MOST_STARTS = 3

const session = z.looseObject({ id: z.string(), data: z.looseObject({ redirect_url: z.string().min(1) }) })

/**
 * Starts the payment of a link's amount (a collection with that amount, and a session in it), or resumes the page that is open for it. What
 * is owed is read again afterwards; if it has changed, the start is repeated.
 *
 * @throws MedusaError what the provider's `initiatePayment` throws; NOT_ALLOWED where no provider of ours is enabled, and for
 * an order that is changed again and again
 */
async function startPayment(container: MedusaContainer, linkId: string): Promise<string | null> {
  const { payLinks, checkouts } = container.resolve(WEB_CHECKOUT)
  for (let start = 0; start < MOST_STARTS; start += 1) {
    const read = await readPayLink(container, await payLinks.retrieve(linkId))
    const { link, order, attempts, view } = read
    if (!isPayable(view.state)) {
      return null
    }
    const provider_id = await findProviderOfOrder(container, order.id)
    if (provider_id === undefined) {
      throw notAllowed("No payment provider of this plugin is enabled in the order's region.")
    }
    const open = await findOpenPage(container, read, provider_id)
    if (open) {
      await checkouts.notePayLink(open.id, link.id)
      return open.redirect_url
    }
    const payment_collection_id = await openCollectionFor(container, link, attempts, view.amount)
    // Medusa's type knows the customer only; it hands the rest on, and no storefront can write it.
    const context = { customer: undefined, [PAY_LINK_IN_CONTEXT]: link.id }
    const { result } = await createPaymentSessionsWorkflow(container).run({
      input: { payment_collection_id, provider_id, context },
    })
    const { data } = session.parse(result)
    // Of an order's pages for the same money only the newest is to be paid, whatever collection the others are in.
    await closePages(
      container,
      order.id,
      async (row) => row.payment_collection_id !== payment_collection_id && isSameAsk(await payLinks.findOf(row), link)
    )
    const now = await readPayLink(container, await payLinks.retrieve(linkId))
    if (isPayable(now.view.state) && sameAmount(now.view.amount, view.amount, link.currency_code)) {
      return data.redirect_url
    }
  }
  throw notAllowed("The order is being changed. Try again in a moment.")
}

/** The open page for this amount and the order's customer: two payers get the same page, and neither is left with a closed one. */
async function findOpenPage(container: MedusaContainer, { link, attempts, view }: ReadPayLink, provider_id: string) {
  const { payLinks } = container.resolve(WEB_CHECKOUT)
  for (const row of attempts.filter((row) => row.provider_id === provider_id && isOpenPage(row, view.amount))) {
    const isGood =
      mayContinueOn(await payLinks.findOf(row), link, link) &&
      (await hasSession(container, row)) &&
      (await fitCollection(container, row.payment_collection_id, row.amount))
    if (isGood) {
      return row
    }
  }
  return undefined
}

/** Opens the collection for a payment of a link: not one in which a page for another part is open. @param amount in major units */
export async function openCollectionFor(
  container: MedusaContainer,
  link: PayLink,
  attempts: LedgerCheckout[],
  amount: number
): Promise<string> {
  const { payLinks } = container.resolve(WEB_CHECKOUT)
  const open = attempts.filter((row) => row.status === "open" && isPending(row.gateway_status))
  const ofOthers = await Promise.all(open.map(async (row) => !isSameAsk(await payLinks.findOf(row), link)))
  const inUse = open.filter((_, index) => ofOthers[index]).map(({ payment_collection_id }) => payment_collection_id)
  return openCollection(container, link.order_id, { amount, inUse })
}
