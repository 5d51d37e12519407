import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { notAllowed } from "../../modules/web-checkout/errors"
import { readOrder } from "../../modules/web-checkout/purchase/order"
import { PLUGIN_ACTOR } from "../../modules/web-checkout/rules/ledger"
import { expiryOf, isExpired, type PayLink } from "../../modules/web-checkout/rules/pay-link"
import { createPayLinkWorkflow } from "./create-pay-link"

const TURN = { waitMs: 10_000, ttlMs: 30_000 }

/**
 * An order's own link, for all that it owes: one for each order and customer, created when it is first needed. An expired one is extended:
 * its URLs expired, not the debt. One that a person has ended stays ended.
 *
 * @throws MedusaError NOT_FOUND; what `createPayLinkWorkflow` throws; NOT_ALLOWED while another makes it
 */
export async function ownPayLink(container: MedusaContainer, order_id: string): Promise<PayLink> {
  const { payLinks, leases } = container.resolve(WEB_CHECKOUT)
  const order = await readOrder(container.resolve(ContainerRegistrationKeys.QUERY), order_id)
  const known = await payLinks.findOwn(order)
  if (known) {
    return isExpired(known) ? payLinks.extend(known.id) : known
  }
  const held = await leases.hold(`own-pay-link:${order_id}`, TURN, async () => {
    const made = await payLinks.findOwn(order)
    if (made) {
      return made
    }
    const { result } = await createPayLinkWorkflow(container).run({ input: { order_id, actor_id: PLUGIN_ACTOR } })
    return payLinks.retrieve(result.id)
  })
  if (!held) {
    throw notAllowed("The order's pay link is being created. Try again in a moment.")
  }
  return held.result
}

/**
 * An order's own link as `ownPayLink` would answer it: extended, or made, where that is needed. Nothing is written.
 *
 * @throws MedusaError NOT_FOUND
 */
export async function ownLinkOrPreview(container: MedusaContainer, order_id: string): Promise<PayLink> {
  const { payLinks, purchases, options } = container.resolve(WEB_CHECKOUT)
  const order = await readOrder(container.resolve(ContainerRegistrationKeys.QUERY), order_id)
  const known = await payLinks.findOwn(order)
  if (known) {
    return isExpired(known) ? { ...known, expires_at: expiryOf(options.payLinks.expireAfterDays) } : known
  }
  const { currency_code, customer_id } = order
  return {
    id: "",
    order_id,
    // "" for none: nothing is written here, so a new reference would differ at every request.
    order_reference: (await purchases.findReference({ order_id })) ?? "",
    customer_id,
    environment: options.environment,
    currency_code: currency_code.toUpperCase(),
    amount: null,
    note: null,
    expires_at: expiryOf(options.payLinks.expireAfterDays),
    expiry: null,
    ended_at: null,
    ended_by: null,
    created_by: null,
    paid_at: null,
    created_at: new Date(),
  }
}
