import type { LoaderOptions } from "@medusajs/framework/types"
import { misconfigured } from "../errors"
import { moduleOf, parseConfig, sharesWithoutLocks } from "../medusa-config"

const PROVIDER = "medusa-payment-webcheckout/providers/webcheckout"
const NEEDED = ["webCheckout", "query"]

/** What a store must write; printed whole when it is missing, because the error is met on the first start. */
const BLOCK = `
modules: [{
  resolve: "@medusajs/medusa/payment",
  dependencies: ["webCheckout", "query"],
  options: { providers: [{ resolve: "${PROVIDER}", id: "default" }] },
}],`

/**
 * Refuses to start a store whose payment module lists our provider without handing it this module: the first payment would
 * fail otherwise.
 */
export default async function checkPaymentModule({ container, logger }: LoaderOptions): Promise<void> {
  const config = parseConfig(container.resolve("configModule", { allowUnregistered: true }))
  if (sharesWithoutLocks(config)) {
    logger?.warn(
      "medusa-payment-webcheckout: this store shares its events or workflows with other processes, and not its locks. " +
        "Configure a locking provider that they share, e.g. @medusajs/medusa/locking-redis."
    )
  }
  const payment = moduleOf(config, "payment")
  const usesOurProvider = (payment?.options?.providers ?? []).some(({ resolve }) => resolve?.includes(PROVIDER))
  const missing = NEEDED.filter((name) => !(payment?.dependencies ?? []).includes(name))
  if (usesOurProvider && missing.length > 0) {
    throw misconfigured(
      `medusa-payment-webcheckout: the payment module does not hand its providers ${missing.map((name) => `"${name}"`).join(" and ")}. ` +
        `Write in medusa-config.ts:\n${BLOCK}`
    )
  }
}
