import { z } from "@medusajs/framework/zod"
import { PAY_LATER } from "./provider-ids"
import { maybe } from "./errors"

const text = maybe(z.string())
const texts = maybe(z.array(z.string()))
const provider = z.looseObject({ resolve: text, options: maybe(z.looseObject({ channels: texts, mode: text })) })

/** What is read of a module in medusa-config. Anything else is the store's. */
const moduleSchema = maybe(
  z.looseObject({
    resolve: text,
    dependencies: texts,
    options: maybe(z.looseObject({ providers: maybe(z.array(provider)) })),
  })
)

const configSchema = z.looseObject({
  modules: z.union([z.array(moduleSchema.transform((one) => one ?? {})), z.record(z.string(), moduleSchema)]).catch({}),
})

/** The part of the store's medusa-config that decides how this module works. */
export type MedusaConfig = z.output<typeof configSchema>

export function parseConfig(config: unknown): MedusaConfig {
  return configSchema.parse(config ?? {})
}

/** A module of the store: medusa-config lists its modules, or names them. */
export function moduleOf({ modules }: MedusaConfig, name: "payment" | "notification"): z.infer<typeof moduleSchema> {
  return Array.isArray(modules) ? modules.find(({ resolve }) => resolve?.endsWith(`/${name}`)) : modules[name]
}

/** Whether the store shares its events or workflows with other processes (Redis is how it outgrows one), and not its locks. */
export function sharesWithoutLocks({ modules }: MedusaConfig): boolean {
  if (Array.isArray(modules)) {
    return false
  }
  const isShared = [modules.event_bus, modules.workflows].some((one) => one?.resolve?.includes("redis"))
  return isShared && (modules.locking?.options?.providers ?? []).length === 0
}

/** Whether the store's Notification module has a provider for a channel. */
export function hasChannel(config: MedusaConfig, channel: string): boolean {
  return (moduleOf(config, "notification")?.options?.providers ?? []).some(({ options }) =>
    options?.channels?.includes(channel)
  )
}

/** Whether the store's payment module has an instance of our provider with which orders are paid later. */
export function hasPayLater(config: MedusaConfig): boolean {
  return (moduleOf(config, "payment")?.options?.providers ?? []).some(({ options }) => options?.mode === PAY_LATER)
}
