import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN, Modules } from "@medusajs/framework/utils"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { readOrder } from "../../modules/web-checkout/purchase/order"
import {
  bookedOf,
  type MedusaBooks,
  type MedusaPayment,
  type Transactions,
} from "../../modules/web-checkout/rules/books"
import { isRefundUnderWay } from "../../modules/web-checkout/rules/check-times"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { refundedInMedusa } from "../../modules/web-checkout/rules/refunded"
import { findPayment, type MedusaPaymentRow } from "../medusa/payments"

/** What Medusa's books say of a row now. */
export async function readBooks(row: LedgerCheckout, container: MedusaContainer): Promise<MedusaBooks> {
  return readBooksAround(await findPayment(container, row), row, container)
}

/** The same where the payment that Medusa has made of the row has just been read. */
export async function readBooksAround(
  found: MedusaPaymentRow | undefined,
  row: LedgerCheckout,
  container: MedusaContainer
): Promise<MedusaBooks> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const [order, isRefundReported] = await Promise.all([
    row.order_id === null ? undefined : readOrder(query, row.order_id),
    container.resolve(WEB_CHECKOUT).refundIntents.isReported(row.id),
  ])
  return {
    payment: found && (await paymentBooks(found, row, container)),
    order,
    isRefundUnderWay: found !== undefined && (await isSomeRefundUnderWay(found, row, container)),
    isRefundReported,
  }
}

async function paymentBooks(
  payment: MedusaPaymentRow,
  row: LedgerCheckout,
  container: MedusaContainer
): Promise<MedusaPayment> {
  return {
    id: payment.id,
    standing: payment.standing,
    isCaptured: payment.isCaptured,
    isCanceled: payment.isCanceled,
    captured: payment.captured,
    refundedInAll: payment.refundedInAll,
    refunded: refundedInMedusa(payment.refunds),
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
async function isSomeRefundUnderWay(
  payment: MedusaPaymentRow,
  row: LedgerCheckout,
  container: MedusaContainer
): Promise<boolean> {
  const webCheckout = container.resolve(WEB_CHECKOUT)
  if (await webCheckout.refundIntents.findOpen(row.id)) {
    return true
  }
  const { timeoutMs, reconcile } = webCheckout.options
  const times = { timeoutMs, giveUpAfterHours: reconcile.giveUpAfterHours }
  const accounted = await webCheckout.refundIntents.listAccounted(payment.refunds.map(({ id }) => id))
  return payment.refunds.some(({ id, created_at }) => isRefundUnderWay(created_at, accounted.has(id), times))
}
