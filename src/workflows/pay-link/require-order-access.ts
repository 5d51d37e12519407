import { notFound } from "../../modules/web-checkout/errors"
import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { readRows } from "../medusa/read-rows"

const orderRow = z.looseObject({
  id: z.string(),
  customer: z.looseObject({ id: z.string(), has_account: z.boolean() }).nullish(),
})

/**
 * If an order's customer has an account, only that customer, signed in, may see what the order owes. A guest's order is accessible by its
 * id, as on Medusa's own route. A draft is accessible to nobody.
 *
 * @param customer_id the signed-in customer's id
 * @throws MedusaError NOT_FOUND for an order that is unknown or another customer's; UNAUTHORIZED for a visitor who is not signed in
 */
export async function requireOrderAccess(
  container: MedusaContainer,
  order_id: string,
  customer_id: string | undefined
): Promise<void> {
  const [found] = await readRows(container, orderRow, {
    entity: "order",
    filters: { id: order_id, is_draft_order: false },
  })
  const owner = found?.customer?.has_account === true ? found.customer.id : undefined
  if (found && owner !== undefined && customer_id === undefined) {
    throw new MedusaError(MedusaError.Types.UNAUTHORIZED, "Sign in as the order's customer to see what it owes.")
  }
  if (!found || (owner !== undefined && owner !== customer_id)) {
    throw notFound("There is no order with this id.")
  }
}
