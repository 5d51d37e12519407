import {
  authenticate,
  type AuthenticatedMedusaRequest,
  type MedusaNextFunction,
  type MedusaResponse,
  type MiddlewareRoute,
} from "@medusajs/framework/http"
import { atMostAtOnce, MOST_AT_ONCE } from "../../../at-most-at-once"
import { requireOrderAccess } from "../../../../workflows/pay-link/require-order-access"

/** How Medusa's ids of orders begin. A cart's id is a secret of its shopper's; an order's is not. */
export const ORDER_ID = "order_"

async function requireAccess(
  req: AuthenticatedMedusaRequest,
  _res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const id = req.params.order_id ?? req.params.cart_id
  // Nobody is signed in on a guest's request, whatever the type says.
  const { actor_id }: { actor_id?: string } = req.auth_context ?? {}
  if (id.startsWith(ORDER_ID)) {
    await requireOrderAccess(req.scope, id, actor_id)
  }
  next()
}

const signedIn = authenticate("customer", ["session", "bearer"], { allowUnauthenticated: true })

export const storeOrderMiddlewares: MiddlewareRoute[] = [
  {
    methods: ["GET"],
    matcher: "/store/webcheckout/checkouts/:cart_id",
    middlewares: [atMostAtOnce(MOST_AT_ONCE.shopper), signedIn, requireAccess],
  },
  {
    methods: ["GET"],
    matcher: "/store/webcheckout/orders/:order_id",
    middlewares: [atMostAtOnce(MOST_AT_ONCE.page), signedIn, requireAccess],
  },
  {
    methods: ["POST"],
    matcher: "/store/webcheckout/orders/:order_id/pay",
    middlewares: [atMostAtOnce(MOST_AT_ONCE.page), signedIn, requireAccess],
  },
]
