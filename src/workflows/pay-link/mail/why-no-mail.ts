import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { hasChannel, parseConfig } from "../../../modules/web-checkout/medusa-config"
import type { PayLink } from "../../../modules/web-checkout/rules/pay-link"
import { readReceiver } from "./receiver"

/** Why no link of an order can be sent by e-mail. */
export type WhyNoMail =
  /** the store's Notification module has no provider for e-mail */
  | "no_provider"
  /** the order has no e-mail address */
  | "no_address"

export function hasMailProvider(container: MedusaContainer): boolean {
  return hasChannel(parseConfig(container.resolve(ContainerRegistrationKeys.CONFIG_MODULE)), "email")
}

export async function whyNoMail(
  container: MedusaContainer,
  link: Pick<PayLink, "order_id">
): Promise<WhyNoMail | undefined> {
  if (!hasMailProvider(container)) {
    return "no_provider"
  }
  return (await readReceiver(container, link))?.email ? undefined : "no_address"
}
