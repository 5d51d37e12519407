import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import type { PayLink } from "../../../modules/web-checkout/rules/pay-link"
import { readRows } from "../../medusa/read-rows"

const text = z.string().nullish()
const receiver = z.looseObject({ email: text, locale: text, customer_id: text })

/** Whom an order's links are sent to, as the order has it at this moment: it is kept nowhere here. */
export async function readReceiver(container: MedusaContainer, { order_id }: Pick<PayLink, "order_id">) {
  const [order] = await readRows(container, receiver, {
    entity: "order",
    fields: ["id", "email", "locale", "customer_id"],
    filters: { id: order_id },
  })
  return order
}
