import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN, MedusaError, Modules } from "@medusajs/framework/utils"
import { capturePaymentWorkflow } from "@medusajs/medusa/core-flows"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { exactAmount, type LedgerCheckout } from "../../modules/web-checkout/ledger"
import { readOrder } from "../../modules/web-checkout/purchase"
import {
  compareBooks,
  type GatewayBooks,
  type MedusaBooks,
  type MedusaPayment,
} from "../../modules/web-checkout/rules/books"
import { nextCheckAt, refundLostAfterMs, watchAt } from "../../modules/web-checkout/rules/check-times"
import type { WebCheckoutService } from "../../modules/web-checkout/service"
import { bookRefundsWorkflow } from "../book-refunds"
import { recordRefund } from "../record-refund"
import { findPayment, type MedusaPaymentRow } from "./medusa-payment"

/** One mending may uncover another: a capture, then a refund, then its transaction. */
const MOST_MENDINGS = 4

const HOUR_MS = 3_600_000

/**
 * Compares Medusa's books with what the gateway said last of a settled row, and brings Medusa to it: a capture that the
 * gateway has made, a transaction that an order does not show. What cannot be brought to agree is a case; what agrees is done.
 *
 * @throws what Medusa throws: the row then stays due
 */
export async function compareAndMend(row: LedgerCheckout, container: MedusaContainer): Promise<LedgerCheckout> {
  const ledger = container.resolve<WebCheckoutService>(WEB_CHECKOUT)
  for (let mending = 0; mending < MOST_MENDINGS; mending += 1) {
    const books = await readBooks(row, container)
    const verdict = compareBooks(gatewayBooks(row), books)
    switch (verdict.kind) {
      case "agree":
        return ledger.recordAgreed(row, {
          check: nextCheckAt(
            { ...row, attention: null, agreed_at: new Date() },
            ledger.options.reconcile.giveUpAfterHours
          ),
          watch: watchAt(row),
        })
      case "wait":
        await ledger.compareSoon(row.id)
        return row
      case "differ":
        return ledger.recordAttention(row.id, verdict.reason)
      case "capture":
        await capturePaymentWorkflow(container).run({ input: { payment_id: books.payment?.id ?? "" } })
        break
      case "book_refunds":
        await bookRefundsWorkflow(container).run({
          input: { payment_id: books.payment?.id ?? "", refund_ids: verdict.refund_ids },
        })
        break
      case "record_refund":
        await recordRefund(container, row, { payment_id: books.payment?.id ?? "", amount: String(verdict.amount) })
        break
    }
  }
  throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, `Medusa's books of checkout ${row.id} could not be mended.`)
}

/** What the gateway said last of a row. */
export function gatewayBooks(row: LedgerCheckout): GatewayBooks {
  return {
    status: row.gateway_status ?? "PENDING",
    amount: Number(exactAmount(row)),
    totalRefunded: row.total_refunded ?? undefined,
    currency_code: row.currency_code,
  }
}

/** What Medusa's books say of a row now. */
export async function readBooks(row: LedgerCheckout, container: MedusaContainer): Promise<MedusaBooks> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const [payment, order] = await Promise.all([
    findPayment(container, row),
    row.order_id === null ? undefined : readOrder(query, row.order_id),
  ])
  return {
    payment: payment && (await paymentBooks(payment, row.order_id, container)),
    order,
    isRefundUnderWay: payment !== undefined && (await isRefundUnderWay(payment, row, container)),
  }
}

async function paymentBooks(
  payment: MedusaPaymentRow,
  orderId: string | null,
  container: MedusaContainer
): Promise<MedusaPayment> {
  const transactions =
    orderId === null
      ? []
      : await container
          .resolve(Modules.ORDER)
          .listOrderTransactions(
            { order_id: orderId, reference: ["capture", "refund"] },
            { select: ["id", "reference", "reference_id", "amount"] }
          )
  const isBooked = (id: string) => orderId === null || transactions.some(({ reference_id }) => reference_id === id)
  // A cancelled order's refunds stand under the payment's id, all in one.
  const underPayment = transactions.some(
    ({ reference, reference_id }) => reference === "refund" && reference_id === payment.id
  )
  return {
    id: payment.id,
    isCaptured: payment.isCaptured,
    isCanceled: payment.isCanceled,
    refunded: MathBN.sum(0, ...payment.refunds.map(({ amount }) => amount)).toFixed(),
    hasUnbookedCapture: payment.captures.some(({ id }) => !isBooked(id)),
    unbookedRefunds: underPayment ? [] : payment.refunds.filter(({ id }) => !isBooked(id)).map(({ id }) => id),
  }
}

/** One of Medusa's refunds may not have reached the gateway yet: its process is at it, or the job will bring it there. */
async function isRefundUnderWay(
  payment: MedusaPaymentRow,
  row: LedgerCheckout,
  container: MedusaContainer
): Promise<boolean> {
  const ledger = container.resolve<WebCheckoutService>(WEB_CHECKOUT)
  if (await ledger.findOpenRefund(row.id)) {
    return true
  }
  const { timeoutMs, reconcile } = ledger.options
  const settled = await ledger.listSettledRefunds(payment.refunds.map(({ id }) => id))
  return payment.refunds.some(({ id, created_at }) => {
    const ageMs = Date.now() - created_at.getTime()
    return ageMs < refundLostAfterMs(timeoutMs) || (!settled.has(id) && ageMs < reconcile.giveUpAfterHours * HOUR_MS)
  })
}
