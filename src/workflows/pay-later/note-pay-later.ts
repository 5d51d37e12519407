import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { isOwnProvider } from "../../modules/web-checkout/provider-ids"
import { PAY_LATER } from "../../modules/web-checkout/session-context"
import { readRows } from "../medusa/read-rows"

const session = z.looseObject({
  id: z.string(),
  payment_collection_id: z.string(),
  provider_id: z.string(),
  data: z.looseObject({ mode: z.unknown() }).nullish(),
})
const cart = z.looseObject({
  payment_collection: z.looseObject({ payment_sessions: z.array(session.nullable()).nullish() }).nullish(),
})

/**
 * A cart is about to be completed: where it is paid later, that is written down before Medusa makes the order. Medusa asks the
 * provider last of all, and a process that dies before that leaves an order that nobody knows of.
 */
export async function notePayLater(container: MedusaContainer, cartId: string): Promise<void> {
  const [found] = await readRows(container, cart, {
    entity: "cart",
    fields: ["id", "payment_collection.payment_sessions.*"],
    filters: { id: cartId },
  })
  const later = (found?.payment_collection?.payment_sessions ?? []).find(
    (one) => one !== null && isOwnProvider(one.provider_id) && one.data?.mode === PAY_LATER
  )
  if (later) {
    await container.resolve(WEB_CHECKOUT).payLater.note(later)
  }
}
