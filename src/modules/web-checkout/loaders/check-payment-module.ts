import type { LoaderOptions } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "zod"

const PROVIDER = "medusa-payment-webcheckout/providers/webcheckout"
const NEEDED = ["webCheckout", "query"]

/** What a store must write; printed whole when it is missing, because the error is met on the first start. */
const BLOCK = `
modules: [{
  resolve: "@medusajs/medusa/payment",
  dependencies: ["webCheckout", "query"],
  options: { providers: [{ resolve: "${PROVIDER}", id: "default" }] },
}],`

const text = z.string().optional().catch(undefined)

/** What is read of a module in medusa-config. Anything else is the store's. */
const moduleSchema = z
  .looseObject({
    resolve: text,
    dependencies: z.array(z.string()).optional().catch(undefined),
    options: z
      .looseObject({
        providers: z
          .array(z.looseObject({ resolve: text }))
          .optional()
          .catch(undefined),
      })
      .optional()
      .catch(undefined),
  })
  .optional()
  .catch(undefined)

const configSchema = z.looseObject({
  modules: z
    .union([
      z.array(moduleSchema.transform((one) => one ?? {})),
      z.looseObject({ payment: moduleSchema, locking: moduleSchema, event_bus: moduleSchema, workflows: moduleSchema }),
    ])
    .catch({}),
})

type MedusaConfig = z.output<typeof configSchema>

/**
 * Refuses to start a store whose payment module lists our provider without handing it this module: the first payment would
 * fail otherwise.
 */
export default async function checkPaymentModule({ container, logger }: LoaderOptions): Promise<void> {
  const config = configSchema.parse(container.resolve("configModule", { allowUnregistered: true }) ?? {})
  if (isShared(config) && !hasSharedLocks(config)) {
    logger?.warn(
      "medusa-payment-webcheckout: this store shares its events or workflows with other processes, and not its locks. " +
        "Configure a locking provider that they share, e.g. @medusajs/medusa/locking-redis."
    )
  }
  const payment = paymentModule(config)
  const usesOurProvider = (payment?.options?.providers ?? []).some(({ resolve }) => resolve?.includes(PROVIDER))
  const missing = NEEDED.filter((name) => !(payment?.dependencies ?? []).includes(name))
  if (usesOurProvider && missing.length > 0) {
    throw new MedusaError(
      MedusaError.Types.INVALID_ARGUMENT,
      `medusa-payment-webcheckout: the payment module does not hand its providers ${missing.map((name) => `"${name}"`).join(" and ")}. ` +
        `Write in medusa-config.ts:\n${BLOCK}`
    )
  }
}

function paymentModule(config: MedusaConfig): z.infer<typeof moduleSchema> | undefined {
  return Array.isArray(config.modules)
    ? config.modules.find(({ resolve }) => resolve?.endsWith("/payment"))
    : config.modules.payment
}

/** Redis modules are how a store outgrows one process. */
function isShared({ modules }: MedusaConfig): boolean {
  return (
    !Array.isArray(modules) && [modules.event_bus, modules.workflows].some((one) => one?.resolve?.includes("redis"))
  )
}

function hasSharedLocks({ modules }: MedusaConfig): boolean {
  return !Array.isArray(modules) && (modules.locking?.options?.providers ?? []).length > 0
}
