import type { MedusaContainer } from "@medusajs/framework/types"
import type { LedgerCheckout, LedgerRefund } from "../modules/web-checkout/ledger"
import { LIKE_OWN_PROVIDERS } from "../modules/web-checkout/provider-ids"
import { refundLostAfterMs } from "../modules/web-checkout/rules/check-times"
import type { WebCheckoutService } from "../modules/web-checkout/service"
import { readRows } from "./read-rows"
import { settleRefundWorkflow } from "./settle-refund"
import { MEDUSA_REFUND_FIELDS, medusaRefund } from "./steps/settle-refund"

const HOUR_MS = 3_600_000

/** A refund that a process left half made. */
export interface ForgottenRefund {
  row: LedgerCheckout
  refund_id: string
  /** Its intent, where the process lived long enough to write it. */
  intent?: LedgerRefund
}

/**
 * Finds the refunds that a process left half made. Looks back `giveUpAfterHours`; the only trace of a process that died
 * before it wrote its intent is Medusa's own record.
 */
export async function findForgottenRefunds(
  container: MedusaContainer,
  ledger: WebCheckoutService
): Promise<ForgottenRefund[]> {
  const { timeoutMs, reconcile } = ledger.options
  const before = new Date(Date.now() - refundLostAfterMs(timeoutMs))
  const since = new Date(Date.now() - reconcile.giveUpAfterHours * HOUR_MS)
  const [recorded, intended] = await Promise.all([
    readRows(container, medusaRefund, {
      entity: "refund",
      fields: MEDUSA_REFUND_FIELDS,
      filters: { created_at: { $gt: since, $lt: before }, payment: { provider_id: { $like: LIKE_OWN_PROVIDERS } } },
    }),
    ledger.claimForgottenRefunds(reconcile.batchSize),
  ])
  const settled = await ledger.listSettledRefunds(recorded.map(({ id }) => id))
  const isIntended = new Set(intended.map(({ refund_id }) => refund_id))
  const found = await Promise.all([
    ...intended.map(async (intent) => ({
      intent,
      refund_id: intent.refund_id,
      row: await ledger.findLedger({ id: intent.ledger_id }),
    })),
    ...recorded
      .filter(({ id }) => !settled.has(id) && !isIntended.has(id))
      .map(async ({ id, payment }) => ({
        refund_id: id,
        row: await ledger.findByPaymentSession(payment.payment_session_id),
      })),
  ])
  return found.flatMap(({ row, ...refund }) => (row ? [{ ...refund, row }] : []))
}

/** Brings one of them to its end. @throws what the gateway's client throws: it is looked at again, later each time */
export async function reconcileRefund(
  container: MedusaContainer,
  ledger: WebCheckoutService,
  { row, refund_id, intent }: ForgottenRefund
): Promise<void> {
  try {
    await settleRefundWorkflow(container).run({ input: { id: row.id, refund_id } })
  } catch (error) {
    await (intent && ledger.postponeRefund(intent))
    throw error
  }
}
