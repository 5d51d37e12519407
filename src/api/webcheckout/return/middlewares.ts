import type { MiddlewareRoute } from "@medusajs/framework/http"
import { hideToken } from "../hide-token"

export const returnMiddlewares: MiddlewareRoute[] = [
  { methods: ["GET"], matcher: "/webcheckout/return/:token", middlewares: [hideToken("/webcheckout/return")] },
]
