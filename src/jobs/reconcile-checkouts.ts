import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../modules/web-checkout"
import { ReconcileRound } from "../workflows/reconcile/reconcile-round"
import { CLAIM_MS, ROUND_MS } from "../workflows/reconcile/round-times"

/**
 * Finds what return never told: the shopper who paid and closed the tab, the create call whose answer was lost, the
 * authorization that was captured, the refund that was made in the gateway's dashboard. Any number of instances may run it
 * at once. Settled rows are looked at once the open ones are done, and one batch of them a round.
 */
export default async function reconcileCheckouts(container: MedusaContainer): Promise<void> {
  const webCheckout = container.resolve(WEB_CHECKOUT)
  const round = new ReconcileRound(container, webCheckout)
  const { batchSize } = webCheckout.options.reconcile
  const end = Date.now() + ROUND_MS
  let isAnybodyThere = true
  while (isAnybodyThere && Date.now() < end) {
    const rows = await webCheckout.dueCheckouts.claim(batchSize, CLAIM_MS)
    const asked = await Promise.all(rows.map((row) => round.takeOpen(row)))
    isAnybodyThere = asked.includes(true)
  }
  await round.takeRefunds()
  await round.takeSubscriptions()
  if (Date.now() < end) {
    const watched = await webCheckout.dueCheckouts.claimWatched(batchSize, CLAIM_MS)
    await Promise.all(watched.map((row) => round.takeWatched(row)))
  }
  round.report()
}

export const config = { name: "webcheckout-reconcile-checkouts", schedule: "* * * * *" }
