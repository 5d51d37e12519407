import { setTimeout as wait } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { SharedWork } from "./shared-work"
import type { SettleResult } from "./steps/follow-payment"
import { settleCheckoutWorkflow } from "./workflows/settle-checkout"
import { safeWords } from "../../modules/web-checkout/errors"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import type { RefreshedCheckout } from "../../modules/web-checkout/services/checkouts"

/** However often somebody asks, a checkout is settled at most once in this time by one process. */
export const SETTLE_AGAIN_AFTER_MS = 1000

type Run = Promise<SettleResult | undefined>

/** The runs that are under way, by their ledger row. */
const runs = new SharedWork<SettleResult | undefined>()
/** The runs that are under way, and the ones that have ended within the last second. */
const recent = new Map<string, Run>()

/**
 * Settles a checkout for callers that anybody on the network can make: those that come at once share one run, and those
 * that come within a second get its result.
 *
 * @returns undefined when the gateway gave no definite answer; the log says why
 */
export function settleOnce(container: MedusaContainer, row: LedgerCheckout): Run {
  return recent.get(row.id) ?? settleNow(container, row)
}

/**
 * Settles a checkout before something depends on it: callers that come at once share one run, but a result of a moment ago
 * is not good enough, for the shopper may have paid since.
 *
 * @param answered what the gateway has just answered, so that it is not asked again; a run that is under way has no use for it
 * @returns undefined when the gateway gave no definite answer; the log says why
 */
export function settleNow(container: MedusaContainer, row: LedgerCheckout, answered?: RefreshedCheckout): Run {
  return runs.run(row.id, () => {
    const run = settle(container, row, answered).finally(() => {
      setTimeout(() => recent.get(row.id) === run && recent.delete(row.id), SETTLE_AGAIN_AFTER_MS).unref()
    })
    recent.set(row.id, run)
    return run
  })
}

type Refresh = Promise<LedgerCheckout | undefined>

/** The questions that are under way, and the ones that wait until the second after the last one is over. */
const refreshes = new SharedWork<LedgerCheckout | undefined>()
const refreshedAt = new Map<string, number>()

/**
 * Asks the gateway about a checkout before something depends on it, and settles nothing: an answer of a moment ago is not
 * good enough, and nobody asks more than once a second. Who comes too early shares a question that is put when the second
 * is over.
 *
 * @returns the row with the answer; undefined when the gateway gave none
 */
export function refreshInTurn(container: MedusaContainer, row: LedgerCheckout): Refresh {
  return refreshes.run(row.id, () => refreshAfterTheLast(container, row))
}

async function refreshAfterTheLast(container: MedusaContainer, row: LedgerCheckout): Refresh {
  const restMs = (refreshedAt.get(row.id) ?? 0) + SETTLE_AGAIN_AFTER_MS - Date.now()
  if (restMs > 0) {
    await wait(restMs)
  }
  refreshedAt.set(row.id, Date.now())
  setTimeout(() => refreshedAt.delete(row.id), 2 * SETTLE_AGAIN_AFTER_MS).unref()
  return (await refreshNow(container, row))?.row
}

type Question = Promise<RefreshedCheckout | undefined>

const questions = new SharedWork<RefreshedCheckout | undefined>()

/**
 * Asks the gateway about a checkout, and settles nothing: callers that come at once share one question.
 *
 * @returns undefined when the gateway gave no definite answer; the log says why
 */
export function refreshNow(container: MedusaContainer, row: LedgerCheckout): Question {
  return questions.run(row.id, () => ask(container, row))
}

async function ask(container: MedusaContainer, row: LedgerCheckout): Question {
  try {
    return await container.resolve(WEB_CHECKOUT).checkouts.refresh(row)
  } catch (error) {
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    logger.warn(
      `medusa-payment-webcheckout: the status of checkout ${row.id} could not be refreshed: ${safeWords(error)}`
    )
    return undefined
  }
}

async function settle(container: MedusaContainer, row: LedgerCheckout, answered?: RefreshedCheckout): Run {
  const { result, errors } = await settleCheckoutWorkflow(container).run({
    input: { id: row.id, order_reference: row.order_reference, answered },
    throwOnError: false,
  })
  if (errors?.length) {
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    logger.warn(
      `medusa-payment-webcheckout: checkout ${row.id} could not be recorded in Medusa: ${safeWords(errors[0].error)}`
    )
    return undefined
  }
  return result
}
