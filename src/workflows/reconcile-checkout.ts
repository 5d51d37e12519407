import type { MedusaContainer } from "@medusajs/framework/types"
import type { LedgerCheckout } from "../modules/web-checkout/ledger"
import type { WebCheckoutService } from "../modules/web-checkout/service"
import { nextCheckAt } from "./next-check"
import { settleCheckoutWorkflow } from "./settle-checkout"

/**
 * One row of the job: finds out what became of it, lets Medusa follow, and says when it is due again.
 *
 * @throws what the gateway's client throws; the row then comes due again by its backoff
 */
export async function reconcileCheckout(
  container: MedusaContainer,
  ledger: WebCheckoutService,
  row: LedgerCheckout
): Promise<void> {
  const found = row.checkout_id === null ? await lookForLost(ledger, row) : row
  if (!found) {
    return
  }
  const { result } = await settleCheckoutWorkflow(container).run({ input: { id: found.id } })
  if (result.row.status === "superseded" && result.row.gateway_status === "PENDING") {
    await ledger.closeSuperseded(result.row)
  }
  const now = await ledger.findLedger({ id: row.id })
  await ledger.schedule(row.id, now ? nextCheckAt(now, ledger.options.reconcile.giveUpAfterHours) : null)
}

/**
 * A create call whose answer was lost. With the extended operations it can be searched for; without them it is only on
 * record: nobody can pay a page whose address was never shown.
 */
async function lookForLost(ledger: WebCheckoutService, row: LedgerCheckout): Promise<LedgerCheckout | undefined> {
  const gateway = ledger.extendedGateway(row.account)
  const page = gateway && (await gateway.findCheckouts({ requestId: row.request_id }))
  const checkout = page?.content.find(({ requestId }) => requestId === row.request_id)
  if (checkout) {
    return ledger.recordFound(row.id, checkout)
  }
  await ledger.recordLost(row.id)
  return undefined
}
