import type { LoaderOptions } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { parseOptions } from "../options"

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
 * Refuses to start a store whose plugin options are wrong, or whose payment module lists our provider without handing
 * it this module: the first payment would fail otherwise.
 */
export default async function checkPaymentModule({ container, options, logger }: LoaderOptions): Promise<void> {
  parseOptions(options)
  const config: unknown = container.resolve("configModule", { allowUnregistered: true })
  if (isShared(config) && !hasSharedLocks(config)) {
    logger?.warn(
      "medusa-payment-webcheckout: this store shares its events or workflows with other processes, and not its locks. " +
        "Configure a locking provider that they share, e.g. @medusajs/medusa/locking-redis."
    )
  }
  const payment = paymentModule(config)
  if (!payment || !usesProvider(payment)) {
    return
  }
  const given = stringsIn(payment, "dependencies")
  const missing = NEEDED.filter((name) => !given.includes(name))
  if (missing.length > 0) {
    throw new MedusaError(
      MedusaError.Types.INVALID_ARGUMENT,
      `medusa-payment-webcheckout: the payment module does not hand its providers ${missing.map((name) => `"${name}"`).join(" and ")}. ` +
        `Write in medusa-config.ts:\n${BLOCK}`
    )
  }
}

function paymentModule(config: unknown): unknown {
  const modules = property(config, "modules")
  if (Array.isArray(modules)) {
    return modules.find((entry) => String(property(entry, "resolve")).endsWith("/payment"))
  }
  return property(modules, "payment")
}

/** Redis modules are how a store outgrows one process. */
function isShared(config: unknown): boolean {
  const modules = property(config, "modules")
  return ["event_bus", "workflows"].some((key) => String(property(property(modules, key), "resolve")).includes("redis"))
}

function hasSharedLocks(config: unknown): boolean {
  const providers = property(property(property(property(config, "modules"), "locking"), "options"), "providers")
  return Array.isArray(providers) && providers.length > 0
}

function usesProvider(payment: unknown): boolean {
  const providers = property(property(payment, "options"), "providers")
  return (
    Array.isArray(providers) && providers.some((provider) => String(property(provider, "resolve")).includes(PROVIDER))
  )
}

function stringsIn(value: unknown, key: string): string[] {
  const list = property(value, key)
  return Array.isArray(list) ? list.map(String) : []
}

function property(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined
}
