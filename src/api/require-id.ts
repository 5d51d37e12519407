import { notFound } from "../modules/web-checkout/errors"
import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http"
import { requireOrderAccess } from "../workflows/pay-link/require-order-access"

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

/** Checks that the requester may see what this order owes. @throws MedusaError NOT_FOUND or UNAUTHORIZED */
export async function requireAccess(req: AuthenticatedMedusaRequest, order_id: string): Promise<void> {
  requireId(order_id, "order")
  // A guest's request has no `auth_context`, although the type says that it has.
  const { actor_id }: { actor_id?: string } = req.auth_context ?? {}
  await requireOrderAccess(req.scope, order_id, actor_id)
}
