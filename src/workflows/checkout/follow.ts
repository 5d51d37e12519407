import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError, Modules } from "@medusajs/framework/utils"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { safeWords } from "../../modules/web-checkout/errors"
import { decide } from "../../modules/web-checkout/rules/decide"
import type { Act, Facts, MedusaFacts, Outcome, Wish } from "../../modules/web-checkout/rules/facts"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { perform } from "./act"
import { gatherMedusa, gatherSettled } from "./gather"
import { findPayment, type MedusaPaymentRow } from "../medusa/payments"

/** How long a booking waits for Medusa's own completion of the cart. */
const CART_LOCK_SECONDS = 30

/** One mending of the books may uncover another; more decisions than this come to no end. */
const MOST_DECISIONS = 20

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
}

/**
 * Makes Medusa follow what the gateway says of a checkout: decides (rules/decide), does what was decided, and decides again where that came
 * to something. Whatever is thrown meanwhile counts as a failed try, of which there are five before a person is asked.
 *
 * @param row as the gateway's answer has left it
 */
export async function follow(container: MedusaContainer, row: LedgerCheckout, wish: Wish): Promise<LedgerCheckout> {
  const run: Run = { row, wish, last: "begun" }
  for (const afterFailure of ["failed", "failed_again"] as const) {
    try {
      return await goOn(container, run)
    } catch (error) {
      logFailure(container, run.row, error)
      Object.assign(run, { last: afterFailure, medusa: undefined, settled: undefined, payment: undefined })
    }
  }
  return goOn(container, run)
}

/** Medusa has placed an order for a checkout by itself. @throws what Medusa throws: the row then stays due */
export function followPlacedOrder(
  container: MedusaContainer,
  row: LedgerCheckout,
  order_id: string
): Promise<LedgerCheckout> {
  return goOn(container, { row, wish: {}, last: "placed", placed: order_id })
}

/** Compares the books of a settled row, and brings Medusa's to the gateway's. @throws what Medusa throws: the row then stays due */
export function compareBooksOf(container: MedusaContainer, row: LedgerCheckout): Promise<LedgerCheckout> {
  return goOn(container, { row, wish: {}, last: "settled" })
}

async function goOn(container: MedusaContainer, run: Run): Promise<LedgerCheckout> {
  for (let decisions = 0; decisions < MOST_DECISIONS; decisions += 1) {
    if (await doUntilOutcome(container, run, decide(factsOf(container, run)))) {
      return run.row
    }
  }
  throw new MedusaError(
    MedusaError.Types.UNEXPECTED_STATE,
    `Medusa's payments of ${run.row.id} could not be corrected.`
  )
}

function factsOf(container: MedusaContainer, { row, wish, last, medusa, settled }: Run): Facts {
  const { authorizedCheckouts, whenOutOfStock, reconcile } = container.resolve(WEB_CHECKOUT).options
  const options = { authorizedCheckouts, whenOutOfStock, giveUpAfterHours: reconcile.giveUpAfterHours }
  return { row, wish, options, last, medusa, settled, now: new Date() }
}

/** @returns whether all was done, and nothing is to be decided any more */
async function doUntilOutcome(container: MedusaContainer, run: Run, acts: Act[]): Promise<boolean> {
  for (const act of acts) {
    switch (act.act) {
      case "read_medusa":
        run.medusa = await gatherMedusa(container, run.row, run)
        return false
      case "read_books":
        await readBooks(container, run)
        return false
      case "lock_cart":
        run.row = await container
          .resolve(Modules.LOCKING)
          .execute([act.cart_id], () => goOn(container, { row: run.row, wish: run.wish, last: "cart_locked" }), {
            timeout: CART_LOCK_SECONDS,
          })
        return true
      default: {
        const { row = run.row, outcome, placed, payment } = await perform(container, run.row, act)
        run.row = row
        if (outcome) {
          Object.assign(run, { last: outcome, placed, payment, medusa: undefined, settled: undefined })
          return false
        }
      }
    }
  }
  return true
}

/** A row that was just settled, and its payment, are known; others are read anew. */
async function readBooks(container: MedusaContainer, run: Run): Promise<void> {
  if (!run.payment) {
    run.row = await container.resolve(WEB_CHECKOUT).checkouts.retrieve(run.row.id)
  }
  run.settled = await gatherSettled(container, run.row, run.payment ?? (await findPayment(container, run.row)))
}

function logFailure(container: MedusaContainer, row: LedgerCheckout, error: unknown): void {
  const logger: Logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  logger.warn(`medusa-payment-webcheckout: checkout ${row.id} could not be followed: ${safeWords(error)}`)
}
