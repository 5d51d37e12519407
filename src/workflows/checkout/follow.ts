import { unexpectedState } from "../../modules/web-checkout/errors"
import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { decide, isLeftToPerson, type Outcome } from "../../modules/web-checkout/rules/decide"
import type { Act, Facts, Wish } from "../../modules/web-checkout/rules/facts"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { isMoneyOver } from "../../modules/web-checkout/rules/money-state"
import { perform } from "./act"
import { gatherMedusa, gatherSettled } from "./gather"
import { requireLease, whileCartIsLocked } from "./purchase-lock"
import { findPayment, type MedusaPaymentRow } from "../medusa/payments"
import { logFailure } from "../log-failure"

/** Maximum decisions per checkout: prevents an endless loop. */
const MOST_DECISIONS = 16

/** Maximum corrections of the books per checkout. One may uncover another: a capture, then a refund, then its transaction. */
const MOST_CORRECTIONS = 4

/** The state of a run between two acts. */
export interface Run extends Omit<Facts, "options" | "now"> {
  /** The order that was placed. */
  placed?: string
  /** The payment of a row that was just settled. */
  payment?: MedusaPaymentRow
}

/**
 * Updates Medusa to the gateway's status of a checkout: decides (rules/decide), acts, and decides again after each outcome. An error counts
 * as a failed attempt; after five of them a person is asked.
 *
 * @param row as the gateway's answer has left it
 */
export async function follow(container: MedusaContainer, row: LedgerCheckout, wish: Wish): Promise<LedgerCheckout> {
  const run: Run = { row, wish, last: "begun" }
  const goOnAfter = (last: Outcome, error: unknown) => {
    logFailure(container, `checkout ${run.row.id} could not be recorded in Medusa`, error)
    return decideAndAct(container, setOutcome(run, last))
  }
  return decideAndAct(container, run).catch((error: unknown) => {
    if (isLeftToPerson(run.row, wish) && !isMoneyOver(run.row.gateway_status)) {
      throw error
    }
    return goOnAfter("failed", error).catch((again: unknown) => goOnAfter("failed_again", again))
  })
}

/**
 * Continues after an outcome that was found elsewhere: Medusa has placed an order by itself, the gateway gave no answer, a refund has failed.
 * After `settled`, the books of a settled row are compared.
 *
 * @param placed the id of the order that Medusa has placed
 * @throws Medusa's errors: the row then stays due
 */
export function followAfter(
  container: MedusaContainer,
  row: LedgerCheckout,
  last: Outcome,
  placed?: string
): Promise<LedgerCheckout> {
  return decideAndAct(container, { row, wish: {}, last, placed })
}

/** Whether `follow` would do anything for a row, without a wish. Decides from the row alone, so no lock is needed. */
export function needsFollowing(container: MedusaContainer, row: LedgerCheckout): boolean {
  return decide(factsOf(container, { row, wish: {}, last: "begun" })).length > 0
}

async function decideAndAct(container: MedusaContainer, run: Run): Promise<LedgerCheckout> {
  let corrections = 0
  for (let decisions = 0; decisions < MOST_DECISIONS && corrections <= MOST_CORRECTIONS; decisions += 1) {
    const acts = decide(factsOf(container, run))
    if (await performUntilOutcome(container, run, acts)) {
      return run.row
    }
    corrections += acts.some(({ act }) => act === "compare_again") ? 1 : 0
  }
  throw unexpectedState(`Checkout ${run.row.id} needed too many steps. It is checked again later.`)
}

function factsOf(container: MedusaContainer, run: Run): Facts {
  const { authorizedCheckouts, whenOutOfStock, reconcile } = container.resolve(WEB_CHECKOUT).options
  const options = { authorizedCheckouts, whenOutOfStock, giveUpAfterHours: reconcile.giveUpAfterHours }
  return { ...run, options, now: new Date() }
}

/** Sets the outcome, and discards what was read from Medusa before it. */
function setOutcome(run: Run, last: Outcome, left: Pick<Run, "placed" | "payment" | "mismatchCase"> = {}): Run {
  const forgotten = { placed: undefined, payment: undefined, medusa: undefined, settled: undefined }
  return Object.assign(run, forgotten, left, { last })
}

/** Performs the acts until one has an outcome. @returns whether all acts are done and nothing is left to decide */
async function performUntilOutcome(container: MedusaContainer, run: Run, acts: Act[]): Promise<boolean> {
  for (const act of acts) {
    switch (act.act) {
      case "read_medusa":
        run.medusa = await gatherMedusa(container, run.row, run)
        return false
      case "read_books":
        // Of a row that was settled in this run, the row and its payment are known; otherwise both are read again.
        run.row = run.payment ? run.row : await container.resolve(WEB_CHECKOUT).checkouts.retrieve(run.row.id)
        run.settled = await gatherSettled(container, run.row, run.payment ?? (await findPayment(container, run.row)))
        return false
      case "lock_cart": {
        const { row, wish } = run
        const book = () => decideAndAct(container, { row, wish, last: "cart_locked" })
        const locked = await whileCartIsLocked(container, act.cart_id, book)
        if (!locked && act.isRequired) {
          // Another request is completing the cart.
          setOutcome(run, "busy")
          return false
        }
        run.row = locked ? locked.result : await book()
        return true
      }
      default: {
        // Opening a case needs no lease: it is idempotent, and a run without the gateway's answer holds none.
        if (act.act !== "open_case") {
          requireLease(container, run.row)
        }
        const { row = run.row, outcome, ...left } = await perform(container, run.row, act)
        run.row = row
        if (outcome) {
          setOutcome(run, outcome, left)
          return false
        }
      }
    }
  }
  return true
}
