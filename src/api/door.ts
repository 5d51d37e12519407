import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"

const TOO_MANY = "Too many requests. Try again in a second."

/** A request that is worked on for longer no longer counts. */
const LONGEST_MS = 90_000

type Handler<Request extends MedusaRequest> = (req: Request, res: MedusaResponse) => Promise<void>

/**
 * A limit for routes that anybody on the network can call: a request that comes while so many are being answered gets a 429 at once,
 * before the handler reads anything. A client that goes away early makes no place free: its request is still being worked on. A proxy limits each
 * address (docs/operations.md); this keeps the process going whoever comes.
 */
export class Door {
  private underWay = 0

  /** @param most requests that are answered at once in one process: far more than shoppers make, and few enough to go on selling */
  constructor(private readonly most: number) {}

  /** A route's handler behind this limit. Handlers of one door share it. */
  guard<Request extends MedusaRequest>(handler: Handler<Request>): Handler<Request> {
    return async (req, res) => {
      if (this.underWay >= this.most) {
        res.status(429).setHeader("retry-after", "1")
        const isStorefront = req.originalUrl.startsWith("/store/")
        res.send(isStorefront ? { type: "too_many_requests", message: TOO_MANY } : TOO_MANY)
        return
      }
      this.underWay += 1
      const place = { isTaken: true }
      const leave = () => {
        this.underWay -= place.isTaken ? 1 : 0
        place.isTaken = false
      }
      // A merchant's hook that never ends must not keep the door shut for everybody.
      const late = setTimeout(leave, LONGEST_MS).unref()
      try {
        await handler(req, res)
      } finally {
        clearTimeout(late)
        leave()
      }
    }
  }
}

/** The way back from the gateway. */
export const returnDoor = new Door(200)
/** The storefront's question what became of a payment. */
export const outcomeDoor = new Door(200)
/** A pay link's page and its button. */
export const payDoor = new Door(100)
/** The page of Medusa's copied payment link, and its button. */
export const copiedLinkDoor = new Door(100)
/** What an order still owes, and its payment. */
export const orderDoor = new Door(100)
