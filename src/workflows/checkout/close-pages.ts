import type { MedusaContainer } from "@medusajs/framework/types"
import { deletePaymentSessionsWorkflow } from "@medusajs/medusa/core-flows"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { isPending } from "../../modules/web-checkout/rules/money-state"
import { logFailure } from "../log-failure"

/**
 * Closes pages of an order that must not be paid any more: deletes their payment sessions, which closes the pages if the gateway can. A
 * failure is only logged: a payment on such a page is recorded or becomes a case.
 *
 * @param isToClose called for each page that may still be paid
 */
export async function closePages(
  container: MedusaContainer,
  order_id: string,
  isToClose: (row: LedgerCheckout) => boolean | Promise<boolean>
): Promise<void> {
  const live = await container.resolve(WEB_CHECKOUT).purchases.listLive({ order_id })
  for (const row of live) {
    if (row.payment_session_id !== null && isPending(row.gateway_status) && (await isToClose(row))) {
      const { errors } = await deletePaymentSessionsWorkflow(container).run({
        input: { ids: [row.payment_session_id] },
        throwOnError: false,
      })
      if (errors?.length) {
        logFailure(container, `the page of checkout ${row.id} could not be closed`, errors[0].error)
      }
    }
  }
}
