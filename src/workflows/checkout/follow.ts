import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { safeWords } from "../../modules/web-checkout/errors"
import { decide, isLeftToPerson } from "../../modules/web-checkout/rules/decide"
import type { Act, Facts, MedusaFacts, MismatchCase, Outcome, Wish } from "../../modules/web-checkout/rules/facts"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { isMoneyOver } from "../../modules/web-checkout/rules/money-state"
import { perform } from "./act"
import { gatherMedusa, gatherSettled } from "./gather"
import { requireLease, whileCartIsLocked } from "./purchase-lock"
import { findPayment, type MedusaPaymentRow } from "../medusa/payments"

/** From the beginning to the row's being settled. */
const MOST_DECISIONS = 16

/** One correction of the books may uncover another: a capture, then a refund, then its transaction. */
const MOST_CORRECTIONS = 4

/** A checkout that Medusa is made to follow, as it stands between two acts. */
interface Run {
  row: LedgerCheckout
  wish: Wish
  last: Outcome
  /** The order that was placed. */
  placed?: string
  medusa?: MedusaFacts
  settled?: Facts["settled"]
  /** The payment of a row that was just settled. */
  payment?: MedusaPaymentRow
  mismatchCase?: MismatchCase
}

/**
 * Makes Medusa follow what the gateway says of a checkout: decides (rules/decide), does what was decided, and decides again after
 * each outcome. Whatever is thrown meanwhile counts as a failed try, of which there are five before a person is asked.
 *
 * @param row as the gateway's answer has left it
 */
export async function follow(container: MedusaContainer, row: LedgerCheckout, wish: Wish): Promise<LedgerCheckout> {
  const run: Run = { row, wish, last: "begun" }
  try {
    return await goOn(container, run)
  } catch (error) {
    if (isLeftToPerson(run.row, wish) && !isMoneyOver(run.row.gateway_status)) {
      throw error
    }
    logFailure(container, run.row, error)
  }
  try {
    return await goOn(container, after(run, "failed"))
  } catch (error) {
    logFailure(container, run.row, error)
    return goOn(container, after(run, "failed_again"))
  }
}

/** Medusa has placed an order for a checkout by itself. @throws what Medusa throws: the row then stays due */
export function followPlacedOrder(
  container: MedusaContainer,
  row: LedgerCheckout,
  order_id: string
): Promise<LedgerCheckout> {
  return goOn(container, { row, wish: {}, last: "placed", placed: order_id })
}

/**
 * The gateway gave no usable answer about a checkout: once that has lasted, it is a person's.
 *
 * @param isRefused whether it gives one about others
 */
export function followNoAnswer(
  container: MedusaContainer,
  row: LedgerCheckout,
  isRefused: boolean
): Promise<LedgerCheckout> {
  return goOn(container, { row, wish: {}, last: isRefused ? "refused" : "no_answer" })
}

/** Compares the books of a settled row, and brings Medusa's to the gateway's. @throws what Medusa throws: the row then stays due */
export function compareBooksOf(container: MedusaContainer, row: LedgerCheckout): Promise<LedgerCheckout> {
  return goOn(container, { row, wish: {}, last: "settled" })
}

async function goOn(container: MedusaContainer, run: Run): Promise<LedgerCheckout> {
  let corrections = 0
  for (let decisions = 0; decisions < MOST_DECISIONS && corrections <= MOST_CORRECTIONS; decisions += 1) {
    const acts = decide(factsOf(container, run))
    if (await doUntilOutcome(container, run, acts)) {
      return run.row
    }
    corrections += acts.some(({ act }) => act === "compare_again") ? 1 : 0
  }
  throw new MedusaError(
    MedusaError.Types.UNEXPECTED_STATE,
    `Medusa's payments of ${run.row.id} could not be corrected.`
  )
}

function factsOf(container: MedusaContainer, { row, wish, last, medusa, settled, mismatchCase }: Run): Facts {
  const { authorizedCheckouts, whenOutOfStock, reconcile } = container.resolve(WEB_CHECKOUT).options
  const options = { authorizedCheckouts, whenOutOfStock, giveUpAfterHours: reconcile.giveUpAfterHours }
  return { row, wish, options, last, medusa, settled, mismatchCase, now: new Date() }
}

/** What was read of Medusa is old after an outcome. */
function after(run: Run, last: Outcome, left: Pick<Run, "placed" | "payment" | "mismatchCase"> = {}): Run {
  const mismatchCase = left.mismatchCase ?? run.mismatchCase
  return Object.assign(run, {
    placed: left.placed,
    payment: left.payment,
    mismatchCase,
    last,
    medusa: undefined,
    settled: undefined,
  })
}

/** @returns whether all was done, and nothing is to be decided any more */
async function doUntilOutcome(container: MedusaContainer, run: Run, acts: Act[]): Promise<boolean> {
  for (const act of acts) {
    switch (act.act) {
      case "read_medusa":
        run.medusa = await gatherMedusa(container, run.row, run)
        return false
      case "read_books":
        await gatherBooks(container, run)
        return false
      case "lock_cart":
        return bookUnderLock(container, run, act)
      default: {
        if (act.act !== "open_case") {
          requireLease(container, run.row)
        }
        const { row = run.row, outcome, ...left } = await perform(container, run.row, act)
        run.row = row
        if (outcome) {
          after(run, outcome, left)
          return false
        }
      }
    }
  }
  return true
}

/** @returns whether all was done: false when another request is completing the cart */
async function bookUnderLock(
  container: MedusaContainer,
  run: Run,
  { cart_id, isRequired }: Extract<Act, { act: "lock_cart" }>
): Promise<boolean> {
  const { row, wish } = run
  const book = () => goOn(container, { row, wish, last: "cart_locked" })
  const locked = await whileCartIsLocked(container, cart_id, book)
  if (!locked && isRequired) {
    after(run, "busy")
    return false
  }
  run.row = locked ? locked.result : await book()
  return true
}

/** A row that was just settled, and its payment, are known; others are read anew. */
async function gatherBooks(container: MedusaContainer, run: Run): Promise<void> {
  if (!run.payment) {
    run.row = await container.resolve(WEB_CHECKOUT).checkouts.retrieve(run.row.id)
  }
  run.settled = await gatherSettled(container, run.row, run.payment ?? (await findPayment(container, run.row)))
}

function logFailure(container: MedusaContainer, row: LedgerCheckout, error: unknown): void {
  const logger: Logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  logger.warn(`medusa-payment-webcheckout: checkout ${row.id} could not be followed: ${safeWords(error)}`)
}
