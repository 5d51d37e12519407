import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { z } from "zod"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import type { LedgerCheckout } from "../../modules/web-checkout/ledger"
import type { WebCheckoutService } from "../../modules/web-checkout/service"
import { compareAndMend } from "./compare-books"

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
      if (row.status === "settled" && row.order_id === order_id) {
        return new StepResponse<LedgerCheckout | null>(row)
      }
      const settled = await ledger.recordSettled(row.id, order_id, payment.payment_session_id)
      return new StepResponse<LedgerCheckout | null>(await compareAndMend(settled, container))
    }
    return new StepResponse<LedgerCheckout | null>(null)
  }
)
