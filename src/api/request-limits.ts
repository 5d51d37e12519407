import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"

const TOO_MANY = "Too many requests. Try again in a second."

/** In ms. A request that is still running after this no longer counts toward the limit. */
const LONGEST_MS = 90_000

type Handler<Request extends MedusaRequest> = (req: Request, res: MedusaResponse) => Promise<void>

/**
 * Limits the concurrent requests to public routes: a request beyond the limit gets a 429 at once, before the handler reads anything. A
 * client that disconnects frees no slot, because its request is still running. A proxy limits each address (docs/operations.md); this limit
 * keeps the process working whoever calls.
 */
export class Door {
  private readonly underWay = new Set<MedusaRequest>()

  /** @param most concurrent requests in one process: far more than shoppers cause, and few enough that the store keeps selling */
  constructor(private readonly most: number) {}

  /** A route's handler behind this limit. Handlers of one door share it. */
  guard<Request extends MedusaRequest>(handler: Handler<Request>): Handler<Request> {
    return async (req, res) => {
      if (this.underWay.size >= this.most) {
        res.status(429).setHeader("retry-after", "1")
        const isStorefront = req.originalUrl.startsWith("/store/")
        res.send(isStorefront ? { type: "too_many_requests", message: TOO_MANY } : TOO_MANY)
        return
      }
      this.underWay.add(req)
      // A merchant's hook that never finishes must not occupy a slot for ever.
      const late = setTimeout(() => this.underWay.delete(req), LONGEST_MS).unref()
      try {
        await handler(req, res)
      } finally {
        clearTimeout(late)
        this.underWay.delete(req)
      }
    }
  }
}

/** The way back from the gateway. */
export const returnDoor = new Door(200)
/** The storefront's request for a payment's outcome. */
export const outcomeDoor = new Door(200)
/** A pay link's page and its button. */
export const payDoor = new Door(100)
/** The page of Medusa's copied payment link, and its button. */
export const copiedLinkDoor = new Door(100)
/** What an order still owes, and its payment. */
export const orderDoor = new Door(100)
