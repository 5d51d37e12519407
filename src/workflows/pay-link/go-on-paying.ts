import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import type { PayLink } from "../../modules/web-checkout/rules/pay-link"
import { isPending } from "../../modules/web-checkout/rules/money-state"
import { refreshInTurn, settleNow } from "../checkout/settle-once"
import type { StartedPayment } from "./start-payment"
import { startPayLinkPaymentWorkflow } from "./workflows/start-pay-link-payment"

/** So many of an order's live checkouts are asked about; the job sees to older ones. */
const MOST_ASKED = 5

/**
 * Somebody presses the button: what is live for the order is asked about, each at most once a second, and what is decided is
 * settled; only then is anything begun.
 *
 * @throws what `startPayLinkPaymentWorkflow` throws
 */
export async function goOnPaying(container: MedusaContainer, { id, order_id }: PayLink): Promise<StartedPayment> {
  const live = await container.resolve(WEB_CHECKOUT).purchases.listLive({ order_id }, MOST_ASKED)
  for (const row of await Promise.all(live.map((row) => refreshInTurn(container, row)))) {
    if (row && !isPending(row.gateway_status)) {
      await settleNow(container, row)
    }
  }
  const { result } = await startPayLinkPaymentWorkflow(container).run({ input: { id } })
  return result
}
