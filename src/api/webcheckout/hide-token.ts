import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"

/**
 * An address holds a token, or ids that open a page, and Medusa's access log the address: it is written down without. Whoever can read a log shall not be
 * able to open what the token opens.
 */
export function hideToken(address: string) {
  return (req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void => {
    req.originalUrl = `${address}/[token]`
    next()
  }
}
