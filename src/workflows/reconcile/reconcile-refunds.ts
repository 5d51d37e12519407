import type { MedusaContainer } from "@medusajs/framework/types"
import { LIKE_OWN_PROVIDERS } from "../../modules/web-checkout/provider-ids"
import { hoursAgo, workLostBefore } from "../../modules/web-checkout/rules/check-times"
import type { WebCheckoutService } from "../../modules/web-checkout/service"
import { readRows } from "../medusa/read-rows"
import { finishRefundWorkflow } from "../refund/workflows/finish-refund"
import { isPluginsOwnRefund, type LedgerCheckout, type RefundIntent } from "../../modules/web-checkout/rules/ledger"
import { settleCheckoutWorkflow } from "../checkout/workflows/settle-checkout"
import { MEDUSA_REFUND_FIELDS, medusaRefund } from "../medusa/refunds"

/** A refund that a process left half made. */
export interface ForgottenRefund {
  row: LedgerCheckout
  /** Medusa's; null for one that Medusa has none of. */
  refund_id: string | null
  /** Its intent, where the process lived long enough to write it. */
  intent?: RefundIntent
}

/**
 * Finds the refunds that a process left half made. Looks back `giveUpAfterHours`; the only trace of a process that died
 * before it wrote its intent is Medusa's own record.
 */
export async function findForgottenRefunds(
  container: MedusaContainer,
  webCheckout: WebCheckoutService
): Promise<ForgottenRefund[]> {
  const { timeoutMs, reconcile } = webCheckout.options
  const before = workLostBefore(timeoutMs)
  const since = hoursAgo(reconcile.giveUpAfterHours)
  const [recorded, intended] = await Promise.all([
    readRows(container, medusaRefund, {
      entity: "refund",
      fields: MEDUSA_REFUND_FIELDS,
      filters: { created_at: { $gt: since, $lt: before }, payment: { provider_id: { $like: LIKE_OWN_PROVIDERS } } },
    }),
    webCheckout.refundIntents.claimForgotten(reconcile.batchSize),
  ])
  const settled = await webCheckout.refundIntents.listAccounted(recorded.map(({ id }) => id))
  const isIntended = new Set(intended.map(({ refund_id }) => refund_id))
  const found = await Promise.all([
    ...intended.map(async (intent) => ({
      intent,
      refund_id: intent.refund_id,
      row: await webCheckout.checkouts.retrieve(intent.ledger_id),
    })),
    ...recorded
      .filter(({ id }) => !settled.has(id) && !isIntended.has(id))
      .map(async ({ id, payment }) => ({
        refund_id: id,
        row: await webCheckout.checkouts.findByPaymentSession(payment.payment_session_id),
      })),
  ])
  return found.flatMap(({ row, ...refund }) => (row ? [{ ...refund, row }] : []))
}

/** Brings one of them to its end. @throws what the gateway's client throws: it is looked at again, later each time */
export async function reconcileRefund(
  container: MedusaContainer,
  webCheckout: WebCheckoutService,
  { row, refund_id, intent }: ForgottenRefund
): Promise<void> {
  try {
    await finishRefundWorkflow(container).run({ input: { id: row.id, refund_id, intent_id: intent?.id } })
    if (intent && isPluginsOwnRefund(intent)) {
      // Medusa knows nothing of it: it follows what the gateway says now, and a case that was about the money is over.
      await settleCheckoutWorkflow(container).run({ input: { id: row.id, force: true, ignore_wait: true } })
    }
  } catch (error) {
    await (intent && webCheckout.refundIntents.postpone(intent))
    throw error
  }
}
