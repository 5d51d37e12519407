import { finished } from "node:stream/promises"
import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { Modules } from "@medusajs/framework/utils"

/** So long a tab waits for another that starts a payment of the same collection. */
const WAIT_SECONDS = 15

/**
 * Medusa deletes a collection's other sessions while it makes the new one, without a lock: of two tabs that do so at once,
 * one may undo the session that the other was just given, and leave it a page that is closed. Here they take turns. Where no
 * turn can be had, the request goes on: the provider keeps the purchase at one page by itself.
 */
export async function startSessionsInTurn(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  let isStarted = false
  const start = async () => {
    isStarted = true
    next()
    // A shopper who goes away ends the turn as an answer does.
    await finished(res).catch(() => undefined)
  }
  const key = `webcheckout:sessions:${req.params.id}`
  await req.scope
    .resolve(Modules.LOCKING)
    .execute(key, start, { timeout: WAIT_SECONDS })
    .catch(() => undefined)
  if (!isStarted) {
    next()
  }
}
