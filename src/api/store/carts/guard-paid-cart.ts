import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "zod"
import {
  findPaidBeforeCompletion,
  findPaidOfCart,
  findPaidOfCollection,
  type Paid,
} from "../../../workflows/checkout/find-paid"
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

/** The same gate before a cart is completed. One that is paid later is noted before Medusa makes its order. */
export async function gateCompletion(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): Promise<void> {
  const paid = await findPaidBeforeCompletion(req.scope, req.params.id)
  if (!paid) {
    await notePayLater(req.scope, req.params.id)
  }
  goOnUnlessPaid(paid, res, next)
}

function goOnUnlessPaid(paid: Paid | undefined, res: MedusaResponse, next: MedusaNextFunction): void {
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
