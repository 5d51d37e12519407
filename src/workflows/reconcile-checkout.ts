import type { MedusaContainer } from "@medusajs/framework/types"
import { failureOf } from "../gateway/errors"
import type { LedgerCheckout } from "../modules/web-checkout/ledger"
import { isUnanswered, nextCheckAt, watchAt } from "../modules/web-checkout/rules/check-times"
import type { WebCheckoutService } from "../modules/web-checkout/service"
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
  const { result } = await settleCheckoutWorkflow(container)
    .run({ input: { id: found.id } })
    .catch((error: unknown) => tellUnanswered(ledger, row, error))
  if (result.row.status === "superseded" && result.row.gateway_status === "PENDING") {
    await ledger.closeSuperseded(result.row)
  }
  const now = await ledger.findLedger({ id: row.id })
  if (now) {
    await ledger.scheduleUnchanged(now, whenNext(now, ledger))
  }
}

function whenNext(row: LedgerCheckout, ledger: WebCheckoutService): Date | null {
  const next = nextCheckAt(row, ledger.options.reconcile.giveUpAfterHours)
  const isWaiting = row.follow_after !== null && new Date(row.follow_after) > new Date()
  return next !== null && isWaiting ? row.follow_after : next
}

/** A payment that the gateway can no longer be asked about is a person's, once that has lasted. @throws the error */
async function tellUnanswered(ledger: WebCheckoutService, row: LedgerCheckout, error: unknown): Promise<never> {
  const { kind } = failureOf(error)
  const now = await ledger.findLedger({ id: row.id })
  if (now && kind && isUnanswered(now, kind === "malformed", ledger.options.reconcile.giveUpAfterHours)) {
    await ledger.recordAttention(row.id, "unanswered")
  }
  throw error
}

/**
 * One settled row that is looked at once more: a refund may have been made in the gateway's dashboard, an order cancelled
 * behind our back.
 *
 * @throws what the gateway's client throws
 */
export async function watchCheckout(
  container: MedusaContainer,
  ledger: WebCheckoutService,
  row: LedgerCheckout
): Promise<void> {
  await ledger.scheduleWatch(row.id, watchAt(row))
  await settleCheckoutWorkflow(container).run({ input: { id: row.id, force: true } })
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
