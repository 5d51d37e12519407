import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { LIKE_OWN_PROVIDERS } from "../../modules/web-checkout/provider-ids"
import { hoursAgo, inNextRound, workLostAfterMs, workLostBefore } from "../../modules/web-checkout/rules/check-times"
import { isPluginsOwnRefund, type LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import type { WebCheckoutService } from "../../modules/web-checkout/service"
import type { Task } from "../../modules/web-checkout/services/tasks"
import { settleCheckout } from "../checkout/settle"
import { readRows } from "../medusa/read-rows"
import { medusaRefund, type MedusaRefund, finishInterruptedRefund } from "./finish-interrupted-refund"
import { AccountCircuits } from "../reconcile/account-circuits"

/** One payment at a time: no shopper waits for this. */
const circuits = new AccountCircuits(1)

/**
 * Creates a task for each payment with an incomplete refund. If a process died before it wrote its intent, only Medusa's refund shows that,
 * so Medusa's refunds of the last `giveUpAfterHours` are searched too.
 *
 * @returns when it is due again: in the job's next round
 */
export async function findInterruptedRefunds(container: MedusaContainer): Promise<Date> {
  const { checkouts, refundIntents, tasks } = container.resolve(WEB_CHECKOUT)
  const recorded = await listUnaccounted(container, { provider_id: { $like: LIKE_OWN_PROVIDERS } })
  const rows = await Promise.all(
    recorded.map(({ payment }) => checkouts.findByPaymentSession(payment.payment_session_id))
  )
  const ids = [
    ...rows.flatMap((row) => (row && checkouts.canBeAsked(row) ? row.id : [])),
    ...(await refundIntents.listRowsWithOpen()),
  ]
  await tasks.ensure(["finish_interrupted_refunds"], [...new Set(ids)])
  return inNextRound()
}

/**
 * Finishes the incomplete refunds of a payment, once no process can still be working on them.
 *
 * @returns when to check the refunds that are too recent; null if there are none
 * @throws as `finishInterruptedRefund`: the task is retried after growing pauses; AccountRestingError while the account's gateway is not called
 */
export async function finishInterruptedRefunds(container: MedusaContainer, { subject_id }: Task): Promise<Date | null> {
  const webCheckout = container.resolve(WEB_CHECKOUT)
  const row = await webCheckout.checkouts.retrieve(subject_id)
  const { timeoutMs } = webCheckout.options
  const interrupted = await listInterrupted(container, webCheckout, row)
  const certain = interrupted.filter(({ created_at }) => new Date(created_at) < workLostBefore(timeoutMs))
  for (const { refund_id, intent } of certain) {
    await circuits.execute(row.account, async () => {
      await finishInterruptedRefund(container, { id: row.id, refund_id, intent_id: intent?.id })
      if (intent && isPluginsOwnRefund(intent)) {
        // Medusa has no record of it: settling updates Medusa to the gateway's status, and closes a case about the money.
        await settleCheckout(container, { id: row.id, force: true, ignore_wait: true })
      }
    })
  }
  return certain.length === interrupted.length ? null : new Date(Date.now() + workLostAfterMs(timeoutMs))
}

/** The payment's refunds whose outcome is unknown: the open one, with its intent, and those that only Medusa shows. */
async function listInterrupted(container: MedusaContainer, { refundIntents }: WebCheckoutService, row: LedgerCheckout) {
  const open = await refundIntents.findOpen(row.id)
  const recorded =
    row.payment_session_id === null
      ? []
      : await listUnaccounted(container, { payment_session_id: row.payment_session_id })
  return [
    ...(open ? [{ refund_id: open.refund_id, intent: open, created_at: open.created_at }] : []),
    ...recorded
      .filter(({ id }) => id !== open?.refund_id)
      .map(({ id, created_at }) => ({ refund_id: id, intent: undefined, created_at })),
  ]
}

/**
 * Medusa's refunds of the last `giveUpAfterHours` that the ledger records neither as made at the gateway nor as reported to a person. The
 * comparison of the books opens a case for older ones.
 */
async function listUnaccounted(container: MedusaContainer, payment: Record<string, unknown>): Promise<MedusaRefund[]> {
  const { options, refundIntents } = container.resolve(WEB_CHECKOUT)
  const recorded = await readRows(container, medusaRefund, {
    entity: "refund",
    filters: { created_at: { $gt: hoursAgo(options.reconcile.giveUpAfterHours) }, payment },
  })
  const accounted = await refundIntents.listAccounted(recorded.map(({ id }) => id))
  return recorded.filter(({ id }) => !accounted.has(id))
}
