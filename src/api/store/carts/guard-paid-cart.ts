import { finished } from "node:stream/promises"
import { setTimeout as wait } from "node:timers/promises"
import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { notAllowed } from "../../../modules/web-checkout/errors"
import {
  findPaidAfterFailure,
  findPaidBeforeCompletion,
  findPaidOfCart,
  findPaidOfCollection,
  findUnusablePayment,
  listLiveOfCart,
  type Paid,
} from "../../../workflows/checkout/find-paid"
import { findAskedByMedusa, leaveToMedusa, type LeftToMedusa } from "../../../workflows/checkout/leave-to-medusa"
import { sessionsOfCart } from "../../../workflows/medusa/payment-sessions"
import { notePayLater } from "../../../workflows/pay-later/note-pay-later"

/**
 * Rejects a change of a paid cart with 409 and the order. middlewares.ts lists the routes that change a cart; workflows/checkout/find-paid
 * checks whether it is paid.
 */
export async function guardPaidCart(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): Promise<void> {
  goOnUnlessPaid(await findPaidOfCart(req.scope, req.params.id), res, next)
}

/** Rejects a new payment session for a purchase that is paid. */
export async function guardNewSession(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const body = z.looseObject({ provider_id: z.string() }).safeParse(req.body)
  goOnUnlessPaid(await findPaidOfCollection(req.scope, req.params.id, body.data?.provider_id), res, next)
}

/**
 * The same check before a cart is completed. If Medusa's own completion asks the gateway about the checkout, only a failure of that
 * completion is examined. A pay-later cart is recorded before Medusa creates its order.
 */
export async function gateCompletion(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): Promise<void> {
  const { id } = req.params
  const [sessions, live] = await Promise.all([sessionsOfCart(req.scope, id), listLiveOfCart(req.scope, id)])
  const asked = await findAskedByMedusa(req.scope, id, sessions, live)
  const paid = await findPaidBeforeCompletion(req.scope, id, { live, asked })
  const left = asked && !paid ? await leaveToMedusa(req.scope, asked) : undefined
  if (left?.kind === "left") {
    answerFailures(res, next, left, () => findPaidAfterFailure(req.scope, id, left))
    next()
    return
  }
  if (left?.kind === "busy") {
    // If this were thrown, Medusa would replace the message by its own text for conflicts.
    const message = "This cart's payment is being checked. Try again in a moment."
    res.status(409).json({ type: MedusaError.Types.CONFLICT, message })
    return
  }
  // The checkout has changed since it was read, or the cart's total has. If the cart is paid, that is answered first.
  const now = asked && !paid ? await findPaidBeforeCompletion(req.scope, id) : paid
  if (!now && left) {
    throw notAllowed(
      "The cart's total no longer equals the payment's amount. Update the cart, then start a new payment session."
    )
  }
  const unusable = now ? undefined : await findUnusablePayment(req.scope, id, sessions)
  if (!now && !unusable) {
    await notePayLater(req.scope, sessions)
  }
  goOnUnlessPaid(now ?? unusable, res, next)
}

/** The longest that a completion can take, in ms: it waits for the cart's lock, the gateway and a merchant's hooks. */
const LONGEST_COMPLETION_MS = 180_000

/**
 * Whether the body is the route's answer to a cart that could not be paid, which has status 200. No zod: it would build an error for each
 * good answer.
 */
function isUnpaid(body: unknown): boolean {
  return typeof body === "object" && body !== null && "type" in body && body.type === "cart"
}

/** Replaces Medusa's failure by `cart_paid` where the cart is paid. Where that cannot be determined, Medusa's answer is sent as it is. */
function answerFailures(
  res: MedusaResponse,
  next: MedusaNextFunction,
  left: LeftToMedusa,
  findPaid: () => Promise<Paid | undefined>
): void {
  const giveBack = () => left.release().catch(() => undefined)
  // If the shopper disconnects, Medusa still completes the cart and answers, so the lock is kept.
  void finished(res)
    .catch(() => wait(LONGEST_COMPLETION_MS, undefined, { ref: false }))
    .then(giveBack)
  const answer = res.json.bind(res)
  res.json = (body: unknown) => {
    res.json = answer
    if (res.statusCode < 400 && !isUnpaid(body)) {
      void giveBack()
      return answer(body)
    }
    void giveBack()
      .then(findPaid)
      .catch(() => undefined)
      .then((paid) => (res.headersSent ? undefined : goOnUnlessPaid(paid, res, () => answer(body))))
      .catch(next)
    return res
  }
}

function goOnUnlessPaid(paid: Paid | undefined, res: MedusaResponse, next: () => void): void {
  if (!paid) {
    next()
    return
  }
  res.status(409).json({
    type: paid.isBeingCompleted ? MedusaError.Types.CONFLICT : "cart_paid",
    message: paid.message ?? "This cart has been paid, and its order exists.",
    order: paid.order_id === null ? null : { id: paid.order_id },
  })
}
