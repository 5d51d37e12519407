import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { z } from "zod"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import type { LedgerCheckout } from "../../modules/web-checkout/ledger"
import type { WebCheckoutService } from "../../modules/web-checkout/service"
import { compareAndMend } from "./compare-books"
import { LEASE_LIFE_MS, LEASE_WAIT_MS } from "./take-lease"

const paidCart = z.looseObject({
  payment_collection: z
    .looseObject({
      payments: z.array(z.looseObject({ payment_session_id: z.string() }).nullable()).nullish(),
    })
    .nullish(),
})

/** Marks the row whose payment session paid for an order as settled. Null for an order that we did not take payment for. */
export const recordPlacedOrderStep = createStep(
  "webcheckout-record-placed-order",
  async ({ order_id, cart_id }: { order_id: string; cart_id: string }, { container }) => {
    const ledger = container.resolve<WebCheckoutService>(WEB_CHECKOUT)
    const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
      entity: "cart",
      fields: ["payment_collection.payments.payment_session_id"],
      filters: { id: cart_id },
    })
    const payments = data.flatMap((cart: unknown) => paidCart.parse(cart).payment_collection?.payments ?? [])
    for (const payment of payments) {
      const row: LedgerCheckout | undefined = payment
        ? await ledger.findByPaymentSession(payment.payment_session_id)
        : undefined
      if (!row || !payment) {
        continue
      }
      const settled = await settleUnderLease(row, { order_id, ...payment }, container)
      return new StepResponse<LedgerCheckout | null>(settled)
    }
    return new StepResponse<LedgerCheckout | null>(null)
  }
)

/** Settle may be at the same row: it has made the order, and the books are compared by one of the two. */
async function settleUnderLease(
  row: LedgerCheckout,
  { order_id, payment_session_id }: { order_id: string; payment_session_id: string },
  container: MedusaContainer
): Promise<LedgerCheckout> {
  const ledger = container.resolve<WebCheckoutService>(WEB_CHECKOUT)
  const key = `webcheckout:${row.order_reference}`
  const holder = await ledger.leases.take(key, { waitMs: LEASE_WAIT_MS, ttlMs: LEASE_LIFE_MS })
  if (holder === undefined) {
    // Whoever holds it so long is at it, and the row stays due.
    return row
  }
  try {
    const now = (await ledger.findLedger({ id: row.id })) ?? row
    if (now.status === "settled" && now.order_id === order_id) {
      return now
    }
    return await compareAndMend(await ledger.recordSettled(row.id, order_id, payment_session_id), container)
  } finally {
    await ledger.leases.release(key, holder)
  }
}
