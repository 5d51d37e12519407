import type { MedusaContainer } from "@medusajs/framework/types"
import type { LedgerCheckout } from "../../../modules/web-checkout/rules/ledger"
import { isPaid } from "../../../modules/web-checkout/rules/money-state"
import { bookPaymentWorkflow } from "../workflows/book-payment"

/** Books the payment of a row that has no cart to complete. @throws what Medusa throws */
export async function bookPayment(container: MedusaContainer, row: LedgerCheckout): Promise<void> {
  const is_paid = isPaid(row.gateway_status)
  await bookPaymentWorkflow(container).run({ input: { payment_session_id: row.payment_session_id ?? "", is_paid } })
}
