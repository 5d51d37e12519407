import type { MedusaContainer } from "@medusajs/framework/types"
import { MathBN } from "@medusajs/framework/utils"
import { refundPaymentWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "@medusajs/framework/zod"
import { formatAmount, sumOfAmounts } from "../../gateway/money"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { isOwnProvider } from "../../modules/web-checkout/provider-ids"
import { decimal, json, relatedRows } from "../../modules/web-checkout/purchase/query"
import { syncOrder } from "../pay-link/sync-order"
import { listOpenChanges } from "../medusa/orders"
import { readOne } from "../medusa/read-rows"
import { settleCheckout } from "../checkout/settle"
import { notAllowed } from "../../modules/web-checkout/errors"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { isAuthorized, isMoneyHeld } from "../../modules/web-checkout/rules/money-state"
import { logFailure } from "../log-failure"

const amounts = relatedRows(z.looseObject({ amount: decimal }))

const orderToCancel = z.looseObject({
  id: z.string(),
  status: z.string(),
  fulfillments: relatedRows(z.looseObject({ canceled_at: z.unknown() })),
  payment_collections: relatedRows(
    z.looseObject({
      payments: relatedRows(
        z.looseObject({
          id: z.string(),
          provider_id: z.string(),
          payment_session_id: z.string(),
          canceled_at: z.unknown(),
          data: json(z.looseObject({ checkout_id: z.string().optional() }).nullish()),
        })
      ),
    })
  ),
})

const bookedPayment = z.looseObject({ captures: amounts, refunds: amounts })

/**
 * Refunds the payments made through this plugin before Medusa cancels their order, or throws to stop the cancellation. Medusa itself records
 * a failed refund as made. Without `extendedApi`, a person makes the refund in the gateway's dashboard first; an authorization is always
 * voided there. An order that Medusa would not cancel anyway is left to Medusa.
 *
 * @throws MedusaError NOT_ALLOWED, with what to do first; what a refund throws. The order is not cancelled; earlier payments may already be
 *   refunded
 */
export async function prepareCancellation(container: MedusaContainer, orderId: string, actorId: string): Promise<void> {
  // A shopper may have paid and closed the tab, so the order's open checkouts are settled first.
  await syncOrder(container, orderId)
  const order = await readOne(container, orderToCancel, "order", orderId)
  const isFulfilled = order?.fulfillments.some(({ canceled_at }) => !canceled_at)
  if (!order || order.status === "canceled" || order.status === "completed" || isFulfilled) {
    return
  }
  const payments = await ownPayments(container, order)
  if (payments.length > 0 && (await listOpenChanges(container, orderId)).length > 0) {
    // With an open change, Medusa could not finish the cancellation after the money was refunded.
    throw notAllowed("This order has an open change. Confirm or cancel the change first, then cancel the order.")
  }
  // All payments are checked before the first refund, so that a failed check leaves none of them refunded.
  const upToDate = await Promise.all(payments.map((payment) => bringUpToDate(container, payment)))
  const held = upToDate.filter(({ row }) => isMoneyHeld(row.gateway_status))
  held.forEach(({ row }) => requireRefundable(container, row))
  for (const payment of held) {
    await refundBeforeCancel(container, payment, actorId)
  }
}

type OwnPayment = Awaited<ReturnType<typeof ownPayments>>[number]

async function ownPayments(container: MedusaContainer, order: z.output<typeof orderToCancel>) {
  const webCheckout = container.resolve(WEB_CHECKOUT)
  const own = order.payment_collections
    .flatMap(({ payments }) => payments)
    .filter(({ provider_id, canceled_at }) => isOwnProvider(provider_id) && !canceled_at)
  const found = await Promise.all(
    own.map(async ({ id, payment_session_id, data }) => {
      const bySession = await webCheckout.checkouts.findByPaymentSession(payment_session_id)
      const found =
        bySession ?? (data?.checkout_id ? await webCheckout.checkouts.findByCheckoutId(data.checkout_id) : undefined)
      // The row is bound to another session. A refund looks it up by the payment's session, so it is bound to that one.
      const row = found && !bySession ? await webCheckout.checkouts.bindToSession(found.id, payment_session_id) : found
      return { id, row }
    })
  )
  // In a live store, test payments are skipped: they hold no real money.
  return found.flatMap(({ id, row }) =>
    row && !(row.environment === "test" && webCheckout.options.environment === "live") ? [{ id, row }] : []
  )
}

/** Asks the gateway, and updates Medusa: a capture that Medusa does not show yet is recorded before it is refunded. */
async function bringUpToDate(container: MedusaContainer, payment: OwnPayment): Promise<OwnPayment> {
  const { id } = payment.row
  const settled = await settleCheckout(container, { id, force: true }).catch((error: unknown) => {
    logFailure(container, `before a cancellation, the status of checkout ${id} could not be refreshed`, error)
    throw notAllowed(
      "The payment service does not answer about this order's payment. The order is not cancelled; try again."
    )
  })
  // Scheduled before the refund, so that the books are compared even if the cancellation fails.
  await container.resolve(WEB_CHECKOUT).checkouts.compareSoon(id)
  return { ...payment, row: settled }
}

function requireRefundable(container: MedusaContainer, row: LedgerCheckout): void {
  if (isAuthorized(row.gateway_status)) {
    throw notAllowed(
      `Payment ${row.order_reference} is authorized. Void it in the payment service's dashboard. Then open it under Payments, press Refresh status and cancel the order.`
    )
  }
  if (!container.resolve(WEB_CHECKOUT).gateways.extended(row.account)) {
    throw notAllowed(
      `The payment service still holds payment ${row.order_reference} of ${formatAmount(row.amount, row.currency_code)}. Refund it in full in the payment service's dashboard. Then open it under Payments, press Refresh status and cancel the order.`
    )
  }
}

async function refundBeforeCancel(container: MedusaContainer, { id, row }: OwnPayment, actorId: string): Promise<void> {
  // Read now: bringUpToDate may have recorded a capture.
  const payment = await readOne(container, bookedPayment, "payment", id)
  // The exact captured amount: Medusa does not round, so a rounded refund would leave a remainder in its books.
  const left = MathBN.sub(sumOfAmounts(payment?.captures ?? []), sumOfAmounts(payment?.refunds ?? []))
  if (MathBN.gt(left, 0)) {
    await refundPaymentWorkflow(container).run({
      input: { payment_id: id, amount: left.toNumber(), created_by: actorId, note: "The order is cancelled" },
    })
  }
  const now = await container.resolve(WEB_CHECKOUT).checkouts.retrieve(row.id)
  if (isMoneyHeld(now.gateway_status)) {
    throw notAllowed(
      `Payment ${row.order_reference} could not be refunded in full. Check it in the payment service's dashboard. The order is not cancelled.`
    )
  }
}
