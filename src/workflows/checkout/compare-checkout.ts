import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { settleCheckoutWorkflow } from "./workflows/settle-checkout"

/**
 * Asks the gateway about a settled checkout, and compares the books. The row is made due first: what this does not bring to an
 * end, the job does.
 */
export async function compareCheckout(container: MedusaContainer, { id }: LedgerCheckout): Promise<void> {
  await container.resolve(WEB_CHECKOUT).checkouts.compareSoon(id)
  await settleCheckoutWorkflow(container).run({ input: { id, force: true }, throwOnError: false })
}
