import type {
  AuthenticatedMedusaRequest,
  MedusaNextFunction,
  MedusaResponse,
  MiddlewareRoute,
} from "@medusajs/framework/http"
import { prepareCancellation } from "../../../workflows/refund/prepare-cancellation"

/** An order whose payment of ours stands at the gateway is not cancelled before the money went back. */
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
    // Medusa's own of this route: whoever may not cancel shall not give money back either.
    policies: [{ resource: "order", operation: "update" }],
  },
]
