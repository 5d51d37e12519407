import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { withMedusaErrors } from "../../modules/web-checkout/errors"
import { mayHaveChanged } from "../../modules/web-checkout/rules/decide"
import type { Wish } from "../../modules/web-checkout/rules/facts"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { ANSWER_GOOD_FOR_MS, type ReusableAnswer } from "../../modules/web-checkout/rules/reusable-answer"
import { follow, needsFollowing } from "./follow"
import { writeOrderMetadata } from "./order-metadata"
import { holdPurchaseOf } from "./purchase-lock"
import { warnOf } from "../log-failure"
import { isPaidOff } from "../../modules/web-checkout/rules/pay-link"
import { readPayLink } from "../pay-link/read-pay-link"

/** `force`: asks the gateway even if the books agree or it answered a moment ago, because a refund may have been made in its dashboard. */
export interface SettleInput extends Wish {
  /** The ledger row's id. */
  id: string
  /** The purchase's reference, where the row has been read already: it never changes. */
  order_reference?: string
  /** The caller has just asked: CANCELLED, EXPIRED and FAILED are then reused too. Otherwise the page may have been paid since. */
  just_asked?: boolean
}

/**
 * Brings Medusa to what the gateway says of one checkout: the only way to an order. Asks the gateway unless its last answer can be reused,
 * and writes the answer into the ledger. When the checkout is paid at the price that is due, completes the cart (or books the payment of an
 * order or of a collection). Then compares Medusa's books with the gateway's. Idempotent: any number of runs, at once or one after another, in any number of processes, give one order.
 *
 * The cart is completed as a transaction of its own, so no later failure here can undo a good order.
 *
 * @returns the row afterwards
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED when another run does not finish in time; with the gateway's error code when the gateway gave no
 *   definite answer: nothing has changed then
 */
export async function settleCheckout(container: MedusaContainer, input: SettleInput): Promise<LedgerCheckout> {
  return holdPurchaseOf(container, input, () => settleHeld(container, input))
}

/** The same, for a caller that already holds the purchase's lock. */
export async function settleHeld(
  container: MedusaContainer,
  { id, just_asked, ...wish }: Omit<SettleInput, "order_reference">
): Promise<LedgerCheckout> {
  const { checkouts, payLinks } = container.resolve(WEB_CHECKOUT)
  const known = await checkouts.retrieve(id)
  const reusable = { maxAgeMs: wish.force ? 0 : ANSWER_GOOD_FOR_MS, alsoEnded: just_asked }
  const asked = mayHaveChanged(known, wish.force) ? await withMedusaErrors(() => checkouts.ask(known, reusable)) : known
  const row = await follow(container, asked, wish)
  await writeOrderMetadata(container, row.order_id, row)
  if (row.status === "settled" && row.pay_link_id !== null) {
    const { link, order, attempts } = await readPayLink(container, await payLinks.retrieve(row.pay_link_id))
    if (isPaidOff(link, order, attempts)) {
      await payLinks.recordPaid(link.id)
    }
  }
  return row
}

/**
 * Asks the gateway about a checkout, then settles it (`settleAsked`). Returns at once if the row is done. Reuses a recent
 * answer (`ANSWER_GOOD_FOR_MS`), but never PENDING or one that the page ended unpaid.
 *
 * @returns undefined if the gateway gave no definite answer, or settling failed; the log says why
 */
export async function settle(container: MedusaContainer, row: LedgerCheckout): Promise<LedgerCheckout | undefined> {
  if (!mayHaveChanged(row)) {
    return row
  }
  const asked = await askOrLog(container, row, { maxAgeMs: ANSWER_GOOD_FOR_MS })
  return asked && settleAsked(container, asked)
}

/**
 * Settles a checkout about which the gateway has just been asked. Takes the purchase's lock only if there is something to do: not while the
 * page is pending, a retry is not due, or an authorization is only waited for.
 *
 * @returns undefined if settling failed, for example because the lock was not free in time; the log says why
 */
export async function settleAsked(
  container: MedusaContainer,
  asked: LedgerCheckout
): Promise<LedgerCheckout | undefined> {
  if (!needsFollowing(container, asked)) {
    return asked
  }
  const { id, order_reference } = asked
  return settleCheckout(container, { id, order_reference, just_asked: true }).catch(
    warnOf(container, `checkout ${id} could not be recorded in Medusa`)
  )
}

/**
 * Asks the gateway about a checkout, and settles nothing.
 *
 * @param reusable which earlier answers may be reused; by default none
 * @returns the row with the answer; undefined when the gateway gave none; the log says why
 */
export async function askOrLog(
  container: MedusaContainer,
  row: LedgerCheckout,
  reusable?: ReusableAnswer
): Promise<LedgerCheckout | undefined> {
  const { checkouts } = container.resolve(WEB_CHECKOUT)
  return checkouts
    .ask(row, reusable)
    .catch(warnOf(container, `the status of checkout ${row.id} could not be refreshed`))
}
