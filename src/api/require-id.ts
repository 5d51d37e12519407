import { notFound } from "../modules/web-checkout/errors"
import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { readRows } from "../workflows/medusa/read-rows"

/** What an id of Medusa's looks like, or one that was imported. */
const MEDUSA_ID = /^[A-Za-z0-9_-]{1,64}$/

/**
 * Rejects a malformed id before the database is queried: PostgreSQL refuses some characters, and a lease would store the id.
 *
 * @throws MedusaError NOT_FOUND, without the id
 */
export function requireId(id: string, what: string): void {
  if (!isId(id)) {
    throw notFound(`There is no ${what} with this id.`)
  }
}

export function isId(id: string): boolean {
  return MEDUSA_ID.test(id)
}

const ownedOrder = z.looseObject({
  id: z.string(),
  customer: z.looseObject({ id: z.string(), has_account: z.boolean() }).nullish(),
})

/**
 * If an order's customer has an account, only that customer, signed in, may see what the order owes. A guest's order is accessible by its
 * id, as on Medusa's own route. A draft is accessible to nobody.
 *
 * @throws MedusaError NOT_FOUND for an order that is unknown or another customer's; UNAUTHORIZED for a visitor who is not signed in
 */
export async function requireAccess(req: AuthenticatedMedusaRequest, order_id: string): Promise<void> {
  requireId(order_id, "order")
  // A guest's request has no `auth_context`, although the type says that it has.
  const { actor_id }: { actor_id?: string } = req.auth_context ?? {}
  const filters = { id: order_id, is_draft_order: false }
  const [found] = await readRows(req.scope, ownedOrder, { entity: "order", filters })
  const owner = found?.customer?.has_account === true ? found.customer.id : undefined
  if (found && owner !== undefined && actor_id === undefined) {
    throw new MedusaError(MedusaError.Types.UNAUTHORIZED, "Sign in as the order's customer to see what it owes.")
  }
  if (!found || (owner !== undefined && owner !== actor_id)) {
    throw notFound("There is no order with this id.")
  }
}
