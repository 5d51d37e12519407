import type { MedusaNextFunction, MedusaRequest, MedusaResponse, MiddlewareRoute } from "@medusajs/framework/http"

/**
 * The address holds the token, and Medusa's access log the address: it is written down without. Whoever can read a
 * log shall not be able to open a shopper's confirmation.
 */
function hideToken(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  req.originalUrl = "/webcheckout/return/[token]"
  next()
}

export const returnMiddlewares: MiddlewareRoute[] = [
  { methods: ["GET"], matcher: "/webcheckout/return/:token", middlewares: [hideToken] },
]
