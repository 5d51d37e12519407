import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN, MedusaError, Modules } from "@medusajs/framework/utils"
import { capturePaymentWorkflow } from "@medusajs/medusa/core-flows"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { exactAmount, type LedgerCheckout } from "../../modules/web-checkout/ledger"
import { readOrder } from "../../modules/web-checkout/purchase"
import {
  bookedOf,
  compareBooks,
  type GatewayBooks,
  type MedusaBooks,
  type MedusaPayment,
  type Transactions,
} from "../../modules/web-checkout/rules/books"
import { isOlderThan, nextCheckAt, refundLostAfterMs, watchAt } from "../../modules/web-checkout/rules/check-times"
import type { WebCheckoutService } from "../../modules/web-checkout/service"
import { bookRefundsWorkflow } from "../book-refunds"
import { recordRefund } from "../record-refund"
import { findPayments, type FoundPayment, type MedusaPaymentRow } from "./medusa-payment"

/** One mending may uncover another: a capture, then a refund, then its transaction. */
const MOST_MENDINGS = 4

/**
 * Compares Medusa's books with what the gateway said last of a settled row, and brings Medusa to it: a capture that the
 * gateway has made, a transaction that an order does not show. What cannot be brought to agree is a case; what agrees is done.
 *
 * @throws what Medusa throws: the row then stays due
 */
export async function compareAndMend(settled: LedgerCheckout, container: MedusaContainer): Promise<LedgerCheckout> {
  const ledger = container.resolve<WebCheckoutService>(WEB_CHECKOUT)
  const { giveUpAfterHours } = ledger.options.reconcile
  for (let mending = 0; mending < MOST_MENDINGS; mending += 1) {
    // Read anew: the mending before may have changed it.
    const row = await withItsSession((await ledger.findLedger({ id: settled.id })) ?? settled, container)
    const books = await readBooks(row, container)
    const verdict = compareBooks(gatewayBooks(row), books)
    const payment_id = books.payment?.id ?? ""
    switch (verdict.kind) {
      case "agree": {
        const check = nextCheckAt({ ...row, attention: null, agreed_at: new Date() }, giveUpAfterHours)
        const agreed = await ledger.recordAgreed(row, { check, watch: watchAt(row) })
        if (agreed) {
          return agreed
        }
        break
      }
      case "wait":
        await ledger.compareSoon(row.id)
        return isLapsed(row, giveUpAfterHours) ? ledger.recordAttention(row.id, "authorization_lost") : row
      case "differ":
        return ledger.recordAttention(row.id, verdict.reason)
      case "capture":
        await capturePaymentWorkflow(container).run({ input: { payment_id } })
        break
      case "book_refunds":
        await bookRefundsWorkflow(container).run({ input: { payment_id, refund_ids: verdict.refund_ids } })
        break
      case "record_refund":
        await recordRefund(container, row, { payment_id, amount: String(verdict.amount) })
        break
    }
  }
  throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, `Medusa's books of ${settled.id} could not be mended.`)
}

/** The first version cut some settled rows from their payment's session, by which refunds find them. */
async function withItsSession(row: LedgerCheckout, container: MedusaContainer): Promise<LedgerCheckout> {
  const found = await findPayments(container, row)
  const session = found?.payment.payment_session_id
  const isHeld = session === undefined || session === row.payment_session_id
  return isHeld ? row : container.resolve<WebCheckoutService>(WEB_CHECKOUT).holdFor(row.id, session)
}

/** The gateway says "pending" of what was paid or authorized, and has done so for long: the order stands without its money. */
function isLapsed(row: LedgerCheckout, giveUpAfterHours: number): boolean {
  return row.gateway_status === "PENDING" && row.settled_at !== null && isOlderThan(row.settled_at, giveUpAfterHours)
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
  const [found, order, isRefundReported] = await Promise.all([
    findPayments(container, row),
    row.order_id === null ? undefined : readOrder(query, row.order_id),
    container.resolve<WebCheckoutService>(WEB_CHECKOUT).hasReportedRefund(row.id),
  ])
  return {
    payment: found && (await paymentBooks(found, row, container)),
    order,
    isRefundUnderWay: found !== undefined && (await isRefundUnderWay(found.payment, row, container)),
    isRefundReported,
  }
}

async function paymentBooks(
  { payment, standing }: FoundPayment,
  row: LedgerCheckout,
  container: MedusaContainer
): Promise<MedusaPayment> {
  return {
    id: payment.id,
    standing,
    isCaptured: payment.isCaptured,
    isCanceled: payment.isCanceled,
    refunded: MathBN.sum(0, ...payment.refunds.map(({ amount }) => amount)).toFixed(),
    ...(row.order_id === null
      ? NOTHING_TO_BOOK
      : bookedOf(
          await readTransactions(row.order_id, payment.id, container),
          payment.captures,
          payment.refunds,
          row.currency_code
        )),
  }
}

/** Without an order there are no transactions. */
const NOTHING_TO_BOOK = { hasUnbookedCapture: false, isBookedTwice: false, unbookedRefunds: [], phantomRefund: "0" }

async function readTransactions(
  order_id: string,
  paymentId: string,
  container: MedusaContainer
): Promise<Transactions> {
  const transactions = await container
    .resolve(Modules.ORDER)
    .listOrderTransactions(
      { order_id, reference: ["capture", "refund"] },
      { select: ["id", "reference", "reference_id", "amount"] }
    )
  const byId = new Map<string, string[]>()
  for (const { reference_id, amount } of transactions) {
    byId.set(reference_id, [...(byId.get(reference_id) ?? []), MathBN.convert(amount).toFixed()])
  }
  return {
    byId,
    refundedUnderPayment: MathBN.mult(MathBN.sum(0, ...(byId.get(paymentId) ?? [])), -1).toFixed(),
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
    const isYoung = Date.now() - created_at.getTime() < refundLostAfterMs(timeoutMs)
    return isYoung || (!settled.has(id) && !isOlderThan(created_at, reconcile.giveUpAfterHours))
  })
}
