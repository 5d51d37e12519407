import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { MONEY_STATE } from "../../../gateway/statuses"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"
import type { LedgerCheckout } from "../../../modules/web-checkout/ledger"
import type { WebCheckoutService } from "../../../modules/web-checkout/service"
import { outcomeOf } from "../../../workflows/outcome"
import { settleNow } from "../../../workflows/settle-once"

/** So many of a cart's latest checkouts are asked about; the job sees to older ones. */
const MOST_ASKED = 3
/** How Medusa names the instances of our provider. */
const OWN_PROVIDERS = "pp_webcheckout"

/**
 * A paid cart stays as it was paid. Before a cart changes, its live checkouts are asked about; one that turns out paid is
 * settled, and the change is answered with 409 and the order. A cart without a live checkout costs one indexed lookup.
 */
export async function guardPaidCart(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): Promise<void> {
  answerUnlessPaid(await findPaid(req.scope, { order_reference: req.params.id }), res, next)
}

/**
 * A payment by another provider is a second payment when ours has been made. Our own provider takes a paid checkout over
 * by itself, so its sessions pass.
 */
export async function guardOtherProviders(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const body = z.looseObject({ provider_id: z.string() }).safeParse(req.body)
  if (!body.success || body.data.provider_id.startsWith(OWN_PROVIDERS)) {
    next()
    return
  }
  answerUnlessPaid(await findPaid(req.scope, { payment_collection_id: req.params.id }), res, next)
}

function answerUnlessPaid(paid: LedgerCheckout | undefined, res: MedusaResponse, next: MedusaNextFunction): void {
  if (!paid) {
    next()
    return
  }
  res.status(409).json({
    type: "cart_paid",
    message: paid.order_id
      ? "This cart has been paid, and its order is placed."
      : "This cart has been paid. The shop is looking at its order.",
    order: paid.order_id === null ? null : { id: paid.order_id },
  })
}

/**
 * The same gate before a cart is completed: a paid checkout is settled first, under its own lock, so that the platform
 * finds the order it would place. One that a person must look at stops here: an existing payment, or a total of zero,
 * would otherwise pass without the provider being asked.
 */
export async function gateCompletion(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): Promise<void> {
  const paid = await findPaid(req.scope, { order_reference: req.params.id })
  if (!paid || outcomeOf(paid) !== "review") {
    next()
    return
  }
  res.status(409).json({
    type: "cart_paid",
    message: "This cart has been paid, and the order cannot be placed by itself. The shop is looking at it.",
    order: null,
  })
}

/** A checkout of the cart whose money is taken or reserved: settled just now, to be tried again, or left to a person. */
async function findPaid(
  scope: MedusaContainer,
  purchase: { order_reference: string } | { payment_collection_id: string }
): Promise<LedgerCheckout | undefined> {
  const ledger = scope.resolve<WebCheckoutService>(WEB_CHECKOUT)
  const live = await ledger.listLive(purchase, MOST_ASKED)
  for (const row of live) {
    const settled = await settleNow(scope, row)
    if (settled && isMoneyMoved(settled.row)) {
      return settled.row
    }
  }
  return undefined
}

function isMoneyMoved({ gateway_status }: LedgerCheckout): boolean {
  return gateway_status !== null && ["paid", "authorized", "partly_returned"].includes(MONEY_STATE[gateway_status])
}
