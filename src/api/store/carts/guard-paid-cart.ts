import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "zod"
import {
  findAskedByMedusa,
  findPaidAfterFailure,
  findPaidBeforeCompletion,
  findPaidOfCart,
  findPaidOfCollection,
  type Paid,
} from "../../../workflows/checkout/find-paid"
import { sessionsOfCart } from "../../../workflows/medusa/payment-sessions"
import { notePayLater } from "../../../workflows/pay-later/note-pay-later"

/** A paid cart stays as it was paid: its change is answered with 409 and the order. */
export async function guardPaidCart(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): Promise<void> {
  goOnUnlessPaid(await findPaidOfCart(req.scope, req.params.id), res, next)
}

/** What is paid is not paid again. */
export async function guardNewSession(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const body = z.looseObject({ provider_id: z.string() }).safeParse(req.body)
  goOnUnlessPaid(await findPaidOfCollection(req.scope, req.params.id, body.data?.provider_id), res, next)
}

/**
 * The same gate before a cart is completed. Where Medusa's own completion asks the gateway about all that may be paid, it is left
 * to do so, and only its failure is looked into. A cart that is paid later is noted before Medusa makes its order.
 */
export async function gateCompletion(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): Promise<void> {
  const { id } = req.params
  const sessions = await sessionsOfCart(req.scope, id)
  const asked = await findAskedByMedusa(req.scope, id, sessions)
  if (asked) {
    const since = new Date()
    answerFailures(res, () => findPaidAfterFailure(req.scope, id, asked, since))
    next()
    return
  }
  const paid = await findPaidBeforeCompletion(req.scope, id)
  if (!paid) {
    await notePayLater(req.scope, sessions)
  }
  goOnUnlessPaid(paid, res, next)
}

const placed = z.looseObject({ type: z.literal("order") })

/** An answer of the route that is no order becomes "this is paid" where that is so. What cannot be found out stays as it was. */
function answerFailures(res: MedusaResponse, findPaid: () => Promise<Paid | undefined>): void {
  const answer = res.json.bind(res)
  res.json = (body: unknown) => {
    res.json = answer
    if (placed.safeParse(body).success) {
      return answer(body)
    }
    void findPaid()
      .catch(() => undefined)
      .then((paid) => goOnUnlessPaid(paid, res, () => answer(body)))
    return res
  }
}

function goOnUnlessPaid(paid: Paid | undefined, res: MedusaResponse, next: () => void): void {
  if (!paid) {
    next()
    return
  }
  res.status(409).json({
    type: "cart_paid",
    message: paid.message ?? "This cart has been paid, and its order is placed.",
    order: paid.order_id === null ? null : { id: paid.order_id },
  })
}
