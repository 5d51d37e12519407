import type {
  AuthenticatedMedusaRequest,
  MedusaNextFunction,
  MedusaResponse,
  MiddlewareRoute,
} from "@medusajs/framework/http"
import { prepareCancellation } from "../../../workflows/refund/prepare-cancellation"

/** Lets an order be cancelled only once the gateway has returned the money of its payments through this plugin. */
async function guardCancellation(
  req: AuthenticatedMedusaRequest,
  _res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  await prepareCancellation(req.scope, req.params.id, req.auth_context.actor_id)
  next()
}

export const adminOrderMiddlewares: MiddlewareRoute[] = [
  {
    methods: ["POST"],
    matcher: "/admin/orders/:id/cancel",
    middlewares: [guardCancellation],
    // The same policy as Medusa's on this route: a user who may not cancel orders must not trigger refunds either.
    policies: [{ resource: "order", operation: "update" }],
  },
]
