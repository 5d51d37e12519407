import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"

/**
 * Medusa's access log would hold an address that opens a page: it is written down without its token or ids, so that whoever can read a
 * log cannot open it.
 */
export function hideToken(address: string) {
  return (req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void => {
    req.originalUrl = `${address}/[token]`
    next()
  }
}
