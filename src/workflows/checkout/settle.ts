import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { safeWords } from "../../modules/web-checkout/errors"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { ASK_AGAIN_AFTER_MS } from "../../modules/web-checkout/services/checkouts"
import { Turns } from "../../modules/web-checkout/turns"
import type { SettleResult } from "./steps/follow-payment"
import { settleCheckoutWorkflow } from "./workflows/settle-checkout"

const runs = new Turns<SettleResult | undefined>(() => ASK_AGAIN_AFTER_MS)

/**
 * Settles a checkout. Simultaneous callers share one run; a call within a second of the last run waits for the rest of that second.
 *
 * @returns undefined when the gateway gave no definite answer; the log says why
 */
export function settle(container: MedusaContainer, row: LedgerCheckout): Promise<SettleResult | undefined> {
  return runs.join(row.id, () => run(container, row))
}

/**
 * Asks the gateway about a checkout from now on, and settles nothing.
 *
 * @returns the row with the answer; undefined when the gateway gave none; the log says why
 */
export async function askOrLog(container: MedusaContainer, row: LedgerCheckout): Promise<LedgerCheckout | undefined> {
  try {
    return await container.resolve(WEB_CHECKOUT).checkouts.ask(row)
  } catch (error) {
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    logger.warn(
      `medusa-payment-webcheckout: the status of checkout ${row.id} could not be refreshed: ${safeWords(error)}`
    )
    return undefined
  }
}

async function run(container: MedusaContainer, row: LedgerCheckout): Promise<SettleResult | undefined> {
  const { result, errors } = await settleCheckoutWorkflow(container).run({
    input: { id: row.id, order_reference: row.order_reference },
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
