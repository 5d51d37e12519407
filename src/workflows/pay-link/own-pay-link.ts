import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { PLUGIN_ACTOR } from "../../modules/web-checkout/rules/ledger"
import type { PayLink } from "../../modules/web-checkout/rules/pay-link"
import { createPayLinkWorkflow } from "./workflows/create-pay-link"

const TURN = { waitMs: 10_000, ttlMs: 30_000 }

/**
 * An order's own link, for all that it owes: one for each order, made when it is first needed. A person may have ended it: then it
 * stays ended.
 *
 * @throws MedusaError what `createPayLinkWorkflow` throws; CONFLICT while another makes it
 */
export async function ownPayLink(container: MedusaContainer, order_id: string): Promise<PayLink> {
  const { payLinks, leases } = container.resolve(WEB_CHECKOUT)
  const make = async () => {
    const known = await payLinks.findOwn(order_id)
    if (known) {
      return known
    }
    const { result } = await createPayLinkWorkflow(container).run({ input: { order_id, actor_id: PLUGIN_ACTOR } })
    return payLinks.retrieve(result.id)
  }
  const known = await payLinks.findOwn(order_id)
  const held = known ? { result: known } : await leases.hold(`own-pay-link:${order_id}`, TURN, make)
  if (!held) {
    throw new MedusaError(MedusaError.Types.CONFLICT, "The order's pay link is being made. Try again in a moment.")
  }
  return held.result
}
