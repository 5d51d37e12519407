import type { MiddlewareRoute } from "@medusajs/framework/http"
import { hideToken } from "../hide-token"

export const payMiddlewares: MiddlewareRoute[] = [
  { methods: ["GET", "POST"], matcher: "/webcheckout/pay/:token", middlewares: [hideToken("/webcheckout/pay")] },
  {
    methods: ["GET", "POST"],
    matcher: "/webcheckout/payment-collection/:collection_id",
    middlewares: [hideToken("/webcheckout/payment-collection")],
  },
]
