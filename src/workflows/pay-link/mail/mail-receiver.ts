import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { hasChannel, parseConfig } from "../../../modules/web-checkout/medusa-config"
import { z } from "@medusajs/framework/zod"
import { readOne } from "../../medusa/read-rows"

/** Why no link of an order can be sent by e-mail. */
export type WhyNoMail =
  /** the store's Notification module has no provider for e-mail */
  | "no_provider"
  /** the order has no e-mail address */
  | "no_address"

export function hasMailProvider(container: MedusaContainer): boolean {
  return hasChannel(parseConfig(container.resolve(ContainerRegistrationKeys.CONFIG_MODULE)), "email")
}

export async function whyNoMail(container: MedusaContainer, order_id: string): Promise<WhyNoMail | undefined> {
  if (!hasMailProvider(container)) {
    return "no_provider"
  }
  return (await readReceiver(container, order_id))?.email ? undefined : "no_address"
}

const text = z.string().nullish()
const receiver = z.looseObject({ email: text, locale: text, customer_id: text })

/** The recipient of an order's links, read from the order each time: the plugin does not store it. */
export async function readReceiver(container: MedusaContainer, order_id: string) {
  return readOne(container, receiver, "order", order_id)
}
