import { unexpectedState } from "../../modules/web-checkout/errors"
import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { isClosedCase } from "../../modules/web-checkout/rules/cases"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { isMoneyHeld, isPending } from "../../modules/web-checkout/rules/money-state"
import { askOrLog, settleAsked } from "../checkout/settle"

/** How many of an order's live checkouts are asked about; the job asks about older ones. */
const MOST_ASKED = 5

/** Asks about the order's checkouts that may be paid, and settles those that are no longer pending. One without an answer stays as it is. */
export async function syncOrder(container: MedusaContainer, order_id: string): Promise<void> {
  const live = await container.resolve(WEB_CHECKOUT).purchases.listLive({ order_id }, MOST_ASKED)
  await sync(container, live)
}

/** The same for all of them. @throws MedusaError UNEXPECTED_STATE if the gateway gives no answer about one: the caller must stop */
export async function requireSyncedOrder(container: MedusaContainer, order_id: string): Promise<void> {
  const live = await container.resolve(WEB_CHECKOUT).purchases.listLive({ order_id })
  if (!(await sync(container, live))) {
    throw unexpectedState("The payment service does not answer about this order.", "gateway_ambiguous")
  }
}

/** @returns whether the gateway has answered about each one without a closed case */
async function sync(container: MedusaContainer, live: LedgerCheckout[]): Promise<boolean> {
  // One without an id cannot be asked about: its create call was lost, and nobody was shown its page.
  const toAsk = live.filter(({ checkout_id }) => checkout_id !== null)
  const answers = await Promise.all(toAsk.map((row) => askOrLog(container, row)))
  // A person has decided about a closed case, so it needs no answer.
  const areAllAnswered = toAsk.every((row, index) => answers[index] !== undefined || isClosedCase(row))
  for (const row of answers) {
    if (row && !isPending(row.gateway_status)) {
      await settleAsked(container, row)
    }
  }
  return areAllAnswered
}

/**
 * Whether the gateway holds the money of one of some checkouts: asked at this moment, right before something depends on it.
 *
 * @throws what `ask` throws: without an answer nothing is to follow
 */
export async function isAnyHeld(container: MedusaContainer, rows: LedgerCheckout[]): Promise<boolean> {
  const { checkouts } = container.resolve(WEB_CHECKOUT)
  const asked = await Promise.all(
    rows.filter(({ checkout_id }) => checkout_id !== null).map((row) => checkouts.ask(row))
  )
  return asked.some(({ gateway_status }) => isMoneyHeld(gateway_status))
}
