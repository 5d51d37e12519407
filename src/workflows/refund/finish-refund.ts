import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { failureOf, isRefusal, withMedusaErrors } from "../../modules/web-checkout/errors"
import { reportedBooks, certainlyRefunded } from "../../modules/web-checkout/rules/refunded"
import { toGatewayAmount } from "../../gateway/money"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import type { WebCheckoutService } from "../../modules/web-checkout/service"
import { follow } from "../checkout/follow"
import { holdPurchaseOf } from "../checkout/purchase-lock"
import { readRows } from "../medusa/read-rows"
import { isSameRefund, type LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { findMismatch } from "../../modules/web-checkout/rules/mismatch"
import { MEDUSA_REFUND_FIELDS, medusaRefund, type MedusaRefund } from "../medusa/refunds"

export interface FinishRefundInput {
  /** The ledger row's id. */
  id: string
  /** Medusa's id of the refund; null for one that Medusa has none of. */
  refund_id: string | null
  /** Our intent's id, where there is one. */
  intent_id?: string
}

/**
 * Brings a refund that a process left half made to its end: what Medusa still shows and the gateway has not done is sent (with
 * `extendedApi`). Then the books are compared: what the gateway has not done, or Medusa has undone, becomes a case.
 *
 * @throws MedusaError, with the gateway's error code, when nobody knows: nothing has changed, and the next round asks again
 */
export async function finishRefund(container: MedusaContainer, input: FinishRefundInput): Promise<void> {
  await holdPurchaseOf(container, input, async () => {
    await finishHeld(container, input)
    const row = await container.resolve(WEB_CHECKOUT).checkouts.retrieve(input.id)
    await follow(container, row, { force: true, ignore_wait: true })
  })
}

async function finishHeld(container: MedusaContainer, input: FinishRefundInput): Promise<void> {
  const { id, refund_id } = input
  const webCheckout = container.resolve(WEB_CHECKOUT)
  const row = await webCheckout.checkouts.retrieve(id)
  const open = await webCheckout.refundIntents.findOpen(row.id)
  const isOpen = open !== undefined && isSameRefund(open, input)
  if (!isOpen && (refund_id === null || (await isAccounted(webCheckout, refund_id)))) {
    return
  }
  const asked = await withMedusaErrors(() => webCheckout.checkouts.ask(row))
  if (findMismatch(asked)) {
    return
  }
  const refund = refund_id === null ? undefined : await readRefund(container, refund_id)
  if (open && !isOpen) {
    // Whether that one has happened is its own round's question; until then the sums tell nothing.
    return
  }
  if (!refund) {
    await (open && webCheckout.refunds.closeWithoutMedusa(asked, open))
    return
  }
  // Medusa was to show what had gone back outside, and its process died before the provider was called.
  const amount = String(refund.amount)
  if (!open && (await webCheckout.refunds.claimExpected(row, { kind: "medusa", refund_id: refund.id, amount }))) {
    return
  }
  await makeUpFor(
    webCheckout,
    asked,
    refund,
    open?.amount ?? (await webCheckout.refunds.shortfall(asked, refund.amount))
  )
}

async function isAccounted({ refundIntents }: WebCheckoutService, refund_id: string): Promise<boolean> {
  return (await refundIntents.listAccounted([refund_id])).has(refund_id)
}

async function readRefund(container: MedusaContainer, id: string): Promise<MedusaRefund | undefined> {
  const [refund] = await readRows(container, medusaRefund, {
    entity: "refund",
    fields: MEDUSA_REFUND_FIELDS,
    filters: { id },
  })
  return refund
}

async function makeUpFor(
  webCheckout: WebCheckoutService,
  row: LedgerCheckout,
  refund: MedusaRefund,
  missing: number
): Promise<void> {
  const isSent = missing > 0 && webCheckout.options.extendedApi && (await send(webCheckout, row, refund, missing))
  const status = missing > 0 && !isSent ? "reported" : "done"
  if (!(await isAccounted(webCheckout, refund.id))) {
    await webCheckout.refundIntents.add({
      ledger_id: row.id,
      kind: "medusa",
      refund_id: refund.id,
      amount: toGatewayAmount(refund.amount, row.currency_code),
      refunded_before: certainlyRefunded(reportedBooks(row)),
      status,
    })
  }
}

/** @returns false when the gateway said no. @throws when nobody knows: nothing has changed, and the next round asks again */
async function send(
  webCheckout: WebCheckoutService,
  row: LedgerCheckout,
  refund: MedusaRefund,
  amount: number
): Promise<boolean> {
  try {
    await webCheckout.refunds.refund(row, { kind: "medusa", refund_id: refund.id, amount: String(amount) })
    return true
  } catch (error) {
    if (isForGood(error) && !(await hasOpenIntent(webCheckout, row))) {
      return false
    }
    throw error
  }
}

async function hasOpenIntent(webCheckout: WebCheckoutService, row: LedgerCheckout): Promise<boolean> {
  return (await webCheckout.refundIntents.findOpen(row.id)) !== undefined
}

/** The gateway refused, or what is left does not allow it: asking again would give the same answer. */
function isForGood(error: unknown): boolean {
  const failure = failureOf(error)
  return isRefusal(failure) || failure.type === MedusaError.Types.NOT_ALLOWED
}
