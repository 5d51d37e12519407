import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { hasChannel, parseConfig } from "../../../modules/web-checkout/medusa-config"
import { z } from "@medusajs/framework/zod"
import { readOne } from "../../medusa/read-rows"

/** Why no link of an order can be sent by e-mail, and what to do. */
export const WHY_NO_MAIL = {
  /** the store's Notification module has no provider for e-mail */
  no_provider: "The store has no email provider. Add one for the channel email to the Notification module.",
  /** the order has no e-mail address */
  no_address: "The order has no email address. Add one to the order, or copy the link.",
}

export function hasMailProvider(container: MedusaContainer): boolean {
  return hasChannel(parseConfig(container.resolve(ContainerRegistrationKeys.CONFIG_MODULE)), "email")
}

export async function whyNoMail(container: MedusaContainer, order_id: string) {
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
