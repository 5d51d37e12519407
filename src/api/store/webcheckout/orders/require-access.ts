import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http"
import { requireId } from "../../../require-id"
import { requireOrderAccess } from "../../../../workflows/pay-link/require-order-access"

/** Whoever asks may see what this order owes. @throws MedusaError NOT_FOUND or UNAUTHORIZED */
export async function requireAccess(req: AuthenticatedMedusaRequest, order_id: string): Promise<void> {
  requireId(order_id, "order")
  // Nobody is signed in on a guest's request, whatever the type says.
  const { actor_id }: { actor_id?: string } = req.auth_context ?? {}
  await requireOrderAccess(req.scope, order_id, actor_id)
}
