import type { MedusaContainer } from "@medusajs/framework/types"
import { deletePaymentSessionsWorkflow } from "@medusajs/medusa/core-flows"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { isPending } from "../../modules/web-checkout/rules/money-state"
import { logFailure } from "../log-failure"

/**
 * Pages of an order that are not to be paid any more: their payment sessions go, and with them the pages, where the gateway can
 * close them. What fails is logged and left: somebody who pays such a page is booked, or told to a person.
 *
 * @param isToClose of those that may still be paid
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
