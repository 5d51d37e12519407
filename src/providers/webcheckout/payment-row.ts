import { notFound, notAllowed } from "../../modules/web-checkout/errors"
import { z } from "@medusajs/framework/zod"
import type { CheckoutStatus } from "../../gateway/statuses"
import { ANSWER_GOOD_FOR_MS } from "../../modules/web-checkout/rules/reusable-answer"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { hasMoneyMoved, isAuthorized, isMoneyOver, isMoneyTaken } from "../../modules/web-checkout/rules/money-state"
import type { WebCheckoutService } from "../../modules/web-checkout/service"
import { json, type Query, queryRows } from "../../modules/web-checkout/purchase/query"

/** Only the plugin's own ids are read from the data that Medusa returns, and they are trusted only if they belong together. */
const identitySchema = z.looseObject({ session_id: z.string(), checkout_id: z.string() })

/** The ids in a payment's or a session's data; undefined where they are not all there. */
export function identityOf(data: Record<string, unknown> | undefined) {
  return identitySchema.safeParse(data).data
}

/** The row of a payment or session: its ids must belong together, since one alone could be another shopper's. */
export async function paymentRow(
  { checkouts }: WebCheckoutService,
  data: Record<string, unknown> | undefined
): Promise<LedgerCheckout> {
  const identity = identityOf(data)
  const row = identity && (await checkouts.findByPaymentSession(identity.session_id))
  if (!row || row.checkout_id !== identity.checkout_id) {
    throw notFound("This payment has no checkout at the payment service.")
  }
  return row
}

/** What the gateway says of a session's checkout; undefined where it has none. @throws as `checkouts.ask` */
export async function answerOfSession(
  { checkouts }: WebCheckoutService,
  sessionId: string
): Promise<LedgerCheckout | undefined> {
  const row = await checkouts.findByPaymentSession(sessionId)
  // What had ended unpaid a moment ago may be paid by now.
  return row && checkouts.ask(row, { maxAgeMs: hasMoneyMoved(row.gateway_status) ? ANSWER_GOOD_FOR_MS : 0 })
}

/** The gateway's latest status of a row; PENDING before its first answer. */
export function statusOf({ gateway_status }: LedgerCheckout): CheckoutStatus {
  return gateway_status ?? "PENDING"
}

/** @throws MedusaError NOT_ALLOWED unless the gateway reports that the checkout can never be paid any more */
export function requireOver(row: LedgerCheckout): void {
  const status = statusOf(row)
  if (isMoneyTaken(status)) {
    throw notAllowed("This payment is paid. Refund it instead of cancelling it.")
  }
  if (!isMoneyOver(status)) {
    throw notAllowed(
      `This payment is ${status} at the payment service. Cancel or void it in the payment service's dashboard, then refresh its status.`
    )
  }
}

/** @throws MedusaError NOT_ALLOWED unless the gateway has captured the payment */
export function requireCaptured(row: LedgerCheckout): void {
  const status = statusOf(row)
  if (isAuthorized(status)) {
    throw notAllowed(
      "This payment is authorized but not captured. Capture it in the payment service's dashboard, then refresh its status."
    )
  }
  if (status !== "PAID") {
    throw notAllowed(`This payment cannot be captured: its status at the payment service is ${status}.`)
  }
}

const paymentFields = z.looseObject({
  canceled_at: z.unknown(),
  data: json(z.looseObject({ checkout_id: z.string().optional() }).nullish()),
})

/**
 * Whether Medusa already has a payment for a checkout whose money the gateway holds: it must not get a second one. Medusa's refunds do not
 * count: the gateway still holds the money, and the process or the database may have stopped in the middle of a refund.
 */
export async function hasStandingPayment(query: Query, row: LedgerCheckout): Promise<boolean> {
  const payments = await queryRows(query, paymentFields, {
    entity: "payment",
    filters: { payment_collection_id: row.payment_collection_id },
  })
  return payments.some(({ data, canceled_at }) => data?.checkout_id === row.checkout_id && !canceled_at)
}
