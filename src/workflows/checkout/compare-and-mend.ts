import { isAuthorized, isPending } from "../../modules/web-checkout/rules/money-state"
import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { capturePaymentWorkflow } from "@medusajs/medusa/core-flows"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { booksOfRow } from "../../modules/web-checkout/rules/refunded"
import { readBooksAround } from "./read-books"
import { compareBooks, shownBooks, type ShownBooks } from "../../modules/web-checkout/rules/books"
import type { WebCheckoutService } from "../../modules/web-checkout/service"
import { isOlderThan, nextCheckAt, watchAt } from "../../modules/web-checkout/rules/check-times"
import { bookRefundsWorkflow } from "../refund/workflows/book-refunds"
import { recordRefund } from "../refund/record-refund"
import { findPayment, type MedusaPaymentRow } from "../medusa/payments"
import type { AttentionReason, LedgerCheckout } from "../../modules/web-checkout/rules/ledger"

/** One mending may uncover another: a capture, then a refund, then its transaction. */
const MOST_MENDINGS = 4

/**
 * Compares Medusa's books with what the gateway said last of a settled row, and brings Medusa to it: a capture that the
 * gateway has made, a transaction that an order does not show. What cannot be brought to agree is a case; what agrees is done.
 *
 * @param justRead the row and its payment, where they have just been read; after a mending both are read anew
 * @throws what Medusa throws: the row then stays due
 */
export async function compareAndMend(
  settled: LedgerCheckout,
  container: MedusaContainer,
  justRead?: RowAndPayment
): Promise<LedgerCheckout> {
  const webCheckout = container.resolve(WEB_CHECKOUT)
  const { giveUpAfterHours } = webCheckout.options.reconcile
  let known = justRead
  for (let mending = 0; mending < MOST_MENDINGS; mending += 1) {
    const { row, payment } = known ?? (await readAnew(settled.id, container))
    known = undefined
    const books = await readBooksAround(payment, row, container)
    const verdict = compareBooks(booksOfRow(row), books)
    const payment_id = books.payment?.id ?? ""
    const shown = shownBooks(books, row.currency_code)
    switch (verdict.kind) {
      case "agree": {
        // Refunded money is there again, and the books agree. The case stays open until the bell has rung and its mails are closed.
        if (row.attention !== null && (await isRefundCaseUntold(webCheckout, row.id))) {
          return row
        }
        const check = nextCheckAt({ ...row, attention: null, agreed_at: new Date() }, giveUpAfterHours)
        const agreed = await webCheckout.comparisons.recordAgreed(row, { check, watch: watchAt(row) }, shown)
        if (agreed) {
          return agreed
        }
        break
      }
      case "wait":
        await webCheckout.comparisons.recordDiffering(row, shown)
        await webCheckout.checkouts.compareSoon(row.id)
        return hasLostCapture(row, giveUpAfterHours) ? webCheckout.cases.open(row.id, "authorization_lost") : row
      case "differ":
        return openDiffering(webCheckout, row, verdict.reason, shown)
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
  throw new MedusaError(
    MedusaError.Types.UNEXPECTED_STATE,
    `Medusa's payments of ${settled.id} could not be corrected.`
  )
}

/** A row with the payment that Medusa has made of it. */
interface RowAndPayment {
  row: LedgerCheckout
  payment: MedusaPaymentRow | undefined
}

async function readAnew(id: string, container: MedusaContainer): Promise<RowAndPayment> {
  const row = await container.resolve(WEB_CHECKOUT).checkouts.retrieve(id)
  return { row, payment: await findPayment(container, row) }
}

/**
 * The case, then what Medusa's books show: should the process die between the two, the case is told all the same. Another refund of
 * Medusa's that is missing is another case, although the gateway says what it said before.
 */
async function openDiffering(
  { cases, comparisons }: WebCheckoutService,
  row: LedgerCheckout,
  reason: AttentionReason,
  shown: ShownBooks
): Promise<LedgerCheckout> {
  const isAnother = reason === "refund_missing" && row.medusa_refunded !== shown.medusa_refunded
  const isNew = isAnother && (await cases.hasClosed(row.id, reason))
  const opened = await cases.open(row.id, reason, { isNew })
  await comparisons.recordDiffering(row, shown)
  return { ...opened, ...shown }
}

/** Settled more than `giveUpAfterHours` ago, and only pending or authorized at the gateway now: the order has no captured money. */
function hasLostCapture(row: LedgerCheckout, giveUpAfterHours: number): boolean {
  const isNotTaken = isPending(row.gateway_status) || isAuthorized(row.gateway_status)
  return isNotTaken && row.settled_at !== null && isOlderThan(row.settled_at, giveUpAfterHours)
}

/** Whether a case of returned money is open of which the bell has not rung, or a mail is still to go out. */
async function isRefundCaseUntold({ cases, mails }: WebCheckoutService, id: string): Promise<boolean> {
  const open = (await cases.listOpenOf(id)).find(({ reason }) => reason === "partially_refunded")
  return open !== undefined && (open.told_at === null || (await mails.isAnyOpen(id)))
}
