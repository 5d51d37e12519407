import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../modules/web-checkout"
import { ReconcileRound } from "../workflows/reconcile/reconcile-round"

/**
 * Every minute: asks the gateway about the payments that are due. It finds the shopper who paid and closed the tab, the create call whose answer
 * was lost, the authorization that was captured and the refund that was made in the gateway's dashboard. Then it rebuilds the statement's totals.
 */
export default async function reconcileCheckouts(container: MedusaContainer): Promise<void> {
  const { statementTotals, options } = container.resolve(WEB_CHECKOUT)
  await new ReconcileRound(container).run()
  // Does not wait if another process is rebuilding them.
  await statementTotals.rebuild(options.environment, 0)
}

export const config = { name: "webcheckout-reconcile-checkouts", schedule: "* * * * *" }
