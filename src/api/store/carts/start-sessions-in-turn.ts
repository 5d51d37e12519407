import { finished } from "node:stream/promises"
import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"
import { requireId } from "../../require-id"

/** So long a tab waits for another that starts a payment of the same collection; one that died keeps it so long. */
const TURN = { waitMs: 15_000, ttlMs: 15_000 }

/**
 * Medusa deletes a collection's other sessions while it makes the new one, without a lock: of two tabs that do so at once,
 * one may undo the session that the other was just given, and leave it a page that is closed. Here they take turns, by a
 * lease of our own: Medusa's locks may hold a database connection, and this one lasts as long as the gateway is asked. Where
 * no turn can be had, the request goes on: the provider keeps the purchase at one page by itself.
 */
export async function startSessionsInTurn(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const { id } = req.params
  requireId(id, "payment collection")
  const state = { isStarted: false }
  const start = async () => {
    state.isStarted = true
    next()
    // A shopper who goes away ends the turn as an answer does.
    await finished(res).catch(() => undefined)
  }
  const { leases } = req.scope.resolve(WEB_CHECKOUT)
  await leases.hold(`sessions:${id}`, TURN, start).catch(() => undefined)
  if (!state.isStarted) {
    next()
  }
}
