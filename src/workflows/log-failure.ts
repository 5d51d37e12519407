import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { safeWords } from "../modules/web-checkout/errors"

/** One line in the log, without personal data. @param what e.g. "order order_1 has no pay link yet" */
export function logFailure(container: MedusaContainer, what: string, error: unknown): void {
  const logger: Logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  logger.warn(`medusa-payment-webcheckout: ${what}: ${safeWords(error)}`)
}

/** Returns a handler for `.catch` that logs the failure; the promise then resolves to undefined. */
export function warnOf(container: MedusaContainer, what: string) {
  return (error: unknown): undefined => {
    logFailure(container, what, error)
  }
}
