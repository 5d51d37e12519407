import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"

/** So many requests of a door are answered at once in one process: far more than shoppers make, and few enough to go on selling. */
export const MOST_AT_ONCE = { page: 100, shopper: 200 }

const TOO_MANY = "Too many requests at this moment. Try again in a second."

/**
 * A middleware for a door that anybody on the network can knock at: who comes while so many are being answered gets a 429 at once,
 * before anything is read. A proxy limits each address (docs/operations.md); this keeps the process going whoever comes.
 */
export function atMostAtOnce(most: number) {
  let underWay = 0
  return (req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void => {
    if (underWay >= most) {
      res.status(429).setHeader("retry-after", "1")
      const isStorefront = req.originalUrl.startsWith("/store/")
      res.send(isStorefront ? { type: "too_many_requests", message: TOO_MANY } : TOO_MANY)
      return
    }
    underWay += 1
    res.once("close", () => {
      underWay -= 1
    })
    next()
  }
}
