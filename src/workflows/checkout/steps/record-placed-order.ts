import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { z } from "zod"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"
import { recordFollowed } from "../follow/record-followed"
import { purchaseKey, purchaseLease } from "../purchase-lock"
import type { LedgerCheckout } from "../../../modules/web-checkout/rules/ledger"
import { readRows } from "../../medusa/read-rows"

const placedOrder = z.looseObject({
  cart: z
    .looseObject({
      payment_collection: z
        .looseObject({ payments: z.array(z.looseObject({ payment_session_id: z.string() }).nullable()).nullish() })
        .nullish(),
    })
    .nullish(),
})

/** Marks the row whose payment session paid for an order as settled. Null for an order that we did not take payment for. */
export const recordPlacedOrderStep = createStep(
  "webcheckout-record-placed-order",
  async ({ order_id }: { order_id: string }, { container }) => {
    const { checkouts } = container.resolve(WEB_CHECKOUT)
    const [order] = await readRows(container, placedOrder, {
      entity: "order",
      fields: ["cart.payment_collection.payments.payment_session_id"],
      filters: { id: order_id },
    })
    for (const payment of order?.cart?.payment_collection?.payments ?? []) {
      const row = payment && (await checkouts.findByPaymentSession(payment.payment_session_id))
      if (row) {
        return new StepResponse<LedgerCheckout | null>(await settleUnderLease(row, order_id, container))
      }
    }
    return new StepResponse<LedgerCheckout | null>(null)
  }
)

/** Settle may be at the same row: it has made the order, and the books are compared by one of the two. */
async function settleUnderLease(
  row: LedgerCheckout,
  order_id: string,
  container: MedusaContainer
): Promise<LedgerCheckout> {
  const { checkouts, leases } = container.resolve(WEB_CHECKOUT)
  const held = await leases.hold(purchaseKey(row), purchaseLease, async () => {
    const now = await checkouts.retrieve(row.id)
    const isKnown = now.status === "settled" && now.order_id === order_id
    return isKnown ? now : recordFollowed(now, order_id, container)
  })
  // Whoever holds it for so long is at it, and the row stays due.
  return held?.result ?? row
}
