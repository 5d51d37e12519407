import type { MedusaContainer } from "@medusajs/framework/types"
import { addAmounts, compareAmounts } from "../../../gateway/money"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"
import { exactAmount, type LedgerCheckout } from "../../../modules/web-checkout/rules/ledger"
import { ensurePaymentSession } from "../../medusa/payment-sessions"
import { amountOfCollection, findPayment, paidIntoCollection } from "../../medusa/payments"
import { bindToPayment } from "./bind-to-payment"
import { recordFollowed } from "./record-followed"
import { bookPayment } from "./book-payment"

/** A collection of the store's own, for which there is neither cart nor order. */
export async function followCollection(row: LedgerCheckout, container: MedusaContainer): Promise<LedgerCheckout> {
  const webCheckout = container.resolve(WEB_CHECKOUT)
  if (!(await findPayment(container, row))) {
    const amount = await amountOfCollection(container, row.payment_collection_id)
    if (amount === undefined) {
      return webCheckout.cases.open(row.id, "paid_without_order")
    }
    const sum = addAmounts([await paidIntoCollection(container, row), exactAmount(row)], row.currency_code)
    if (compareAmounts(sum, amount, row.currency_code) === 1) {
      return webCheckout.cases.open(row.id, "paid_twice")
    }
  }
  const held = await ensurePaymentSession(container, await bindToPayment(row, container))
  if (!held) {
    return webCheckout.cases.open(row.id, "paid_after_superseded")
  }
  await bookPayment(container, held)
  return recordFollowed(held, null, container)
}
