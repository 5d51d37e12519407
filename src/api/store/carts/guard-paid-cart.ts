import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { MONEY_STATE } from "../../../gateway/statuses"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"
import type { LedgerCheckout } from "../../../modules/web-checkout/ledger"
import type { WebCheckoutService } from "../../../modules/web-checkout/service"
import { outcomeOf } from "../../../workflows/outcome"
import { settleOnce } from "../../../workflows/settle-once"

/** So many of a cart's latest checkouts are asked about; the job sees to older ones. */
const MOST_ASKED = 3

/**
 * A paid cart stays as it was paid. Before a cart changes, its live checkouts are asked about; one that turns out paid is
 * settled, and the change is answered with 409 and the order. A cart without a live checkout costs one indexed lookup.
 */
export async function guardPaidCart(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): Promise<void> {
  const paid = await findPaid(req.scope, req.params.id)
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
  const paid = await findPaid(req.scope, req.params.id)
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
async function findPaid(scope: MedusaContainer, cartId: string): Promise<LedgerCheckout | undefined> {
  const ledger = scope.resolve<WebCheckoutService>(WEB_CHECKOUT)
  const live = await ledger.listLive({ order_reference: cartId }, MOST_ASKED)
  for (const row of live) {
    const settled = await settleOnce(scope, row)
    if (settled && isMoneyMoved(settled.row)) {
      return settled.row
    }
  }
  return undefined
}

function isMoneyMoved({ gateway_status }: LedgerCheckout): boolean {
  return gateway_status !== null && ["paid", "authorized", "partly_returned"].includes(MONEY_STATE[gateway_status])
}
