import type { MedusaContainer } from "@medusajs/framework/types"
import type { LedgerCheckout } from "../modules/web-checkout/ledger"
import type { WebCheckoutService } from "../modules/web-checkout/service"
import { readRows } from "./read-rows"
import { settleRefundWorkflow } from "./settle-refund"
import { MEDUSA_REFUND_FIELDS, medusaRefund } from "./steps/settle-refund"

const HOUR_MS = 3_600_000
/** A refund asks, sends and asks again; after so many times the timeout no process is at it any more. */
const TIMEOUTS_OF_A_REFUND = 4
const PROVIDERS = "pp_webcheckout_%"

/**
 * Finds the refunds that a process left half made, and brings each to its end. Looks back `giveUpAfterHours`; the only
 * trace of a process that died before it wrote its intent is the platform's own record.
 *
 * @returns what could not be settled, with the reason
 */
export async function reconcileRefunds(
  container: MedusaContainer,
  ledger: WebCheckoutService
): Promise<{ refund_id: string; error: unknown }[]> {
  const failed: { refund_id: string; error: unknown }[] = []
  for (const { row, refund_id } of await findForgotten(container, ledger)) {
    try {
      await settleRefundWorkflow(container).run({ input: { id: row.id, refund_id } })
    } catch (error) {
      failed.push({ refund_id, error })
    }
  }
  return failed
}

interface ForgottenRefund {
  row: LedgerCheckout
  refund_id: string
}

async function findForgotten(container: MedusaContainer, ledger: WebCheckoutService): Promise<ForgottenRefund[]> {
  const before = new Date(Date.now() - TIMEOUTS_OF_A_REFUND * ledger.options.timeoutMs)
  const since = new Date(Date.now() - ledger.options.reconcile.giveUpAfterHours * HOUR_MS)
  const [recorded, intended] = await Promise.all([
    readRows(container, medusaRefund, {
      entity: "refund",
      fields: MEDUSA_REFUND_FIELDS,
      filters: { created_at: { $gt: since, $lt: before }, payment: { provider_id: { $like: PROVIDERS } } },
    }),
    ledger.listForgottenRefunds(before),
  ])
  const settled = await ledger.listSettledRefunds(recorded.map(({ id }) => id))
  const found = new Map<string, Promise<LedgerCheckout | undefined>>()
  for (const { refund_id, ledger_id } of intended) {
    found.set(refund_id, ledger.findLedger({ id: ledger_id }))
  }
  for (const { id, payment } of recorded.filter(({ id }) => !settled.has(id) && !found.has(id))) {
    found.set(id, ledger.findByPaymentSession(payment.payment_session_id))
  }
  const rows = await Promise.all([...found].map(async ([refund_id, row]) => ({ refund_id, row: await row })))
  return rows.flatMap(({ refund_id, row }) => (row ? [{ refund_id, row }] : []))
}
