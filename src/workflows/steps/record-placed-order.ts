import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import type { LedgerCheckout } from "../../modules/web-checkout/ledger"
import type { WebCheckoutService } from "../../modules/web-checkout/service"

/** Marks the row whose payment session paid for an order as settled. Null for an order that we did not take payment for. */
export const recordPlacedOrderStep = createStep(
  "webcheckout-record-placed-order",
  async ({ order_id, cart_id }: { order_id: string; cart_id: string }, { container }) => {
    const ledger = container.resolve<WebCheckoutService>(WEB_CHECKOUT)
    const query = container.resolve(ContainerRegistrationKeys.QUERY)
    const { data } = await query.graph({
      entity: "cart",
      fields: ["payment_collection.payments.payment_session_id"],
      filters: { id: cart_id },
    })
    const payments = data[0]?.payment_collection?.payments ?? []
    for (const payment of payments) {
      const row: LedgerCheckout | undefined = payment && (await ledger.findByPaymentSession(payment.payment_session_id))
      if (!row) {
        continue
      }
      if (row.status === "settled" && row.order_id === order_id) {
        return new StepResponse<LedgerCheckout | null>(row)
      }
      return new StepResponse<LedgerCheckout | null>(await ledger.recordSettled(row.id, order_id))
    }
    return new StepResponse<LedgerCheckout | null>(null)
  }
)
