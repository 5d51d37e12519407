import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { failureOf, isRefusal, withMedusaErrors } from "../../modules/web-checkout/errors"
import { reportedBooks, refunded } from "../../modules/web-checkout/rules/gateway-books"
import { compareAmounts, toGatewayAmount } from "../../gateway/money"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import type { WebCheckoutService } from "../../modules/web-checkout/service"
import { follow, followAfter } from "../checkout/follow"
import { holdPurchaseOf } from "../checkout/purchase-lock"
import { readOne } from "../medusa/read-rows"
import { isSameRefund, type LedgerCheckout, type RefundIntent } from "../../modules/web-checkout/rules/ledger"
import { isClosedCase } from "../../modules/web-checkout/rules/cases"
import { findMismatch } from "../../modules/web-checkout/rules/answer-mismatch"
import type { WantedRefund } from "../../modules/web-checkout/services/refunds"
import { z } from "@medusajs/framework/zod"

export interface InterruptedRefund {
  /** The ledger row's id. */
  id: string
  /** Medusa's id of the refund; null if Medusa has no such refund. */
  refund_id: string | null
  /** The intent's id, if there is one. */
  intent_id?: string
}

/**
 * Finishes a refund that a dead process left incomplete. A refund that Medusa shows and the gateway has not made is sent (with
 * `extendedApi`) or becomes a case; if it is unclear whether the gateway has made it, it becomes a case. A refund that the gateway has made
 * and Medusa has reversed becomes a case too.
 *
 * @throws MedusaError, with the gateway's error code, when the outcome is unknown: nothing has changed, and the next round asks again
 */
export async function finishInterruptedRefund(container: MedusaContainer, input: InterruptedRefund): Promise<void> {
  const { checkouts } = container.resolve(WEB_CHECKOUT)
  await holdPurchaseOf(container, input, async () => {
    // Scheduled first: the books are compared afterwards even if this fails or the process dies.
    await checkouts.compareSoon(input.id)
    await finishHeld(container, input)
  })
}

async function finishHeld(container: MedusaContainer, input: InterruptedRefund): Promise<void> {
  const { id, refund_id } = input
  const webCheckout = container.resolve(WEB_CHECKOUT)
  const row = await webCheckout.checkouts.retrieve(id)
  if (await isFinished(webCheckout, input, await webCheckout.refundIntents.findOpen(id))) {
    return
  }
  const asked = await withMedusaErrors(() => webCheckout.checkouts.ask(row))
  const refund = refund_id === null ? undefined : await readOne(container, medusaRefund, "refund", refund_id)
  // Read after the answer: another process may have finished it, or have started another refund that the answer may include.
  const open = await webCheckout.refundIntents.findOpen(id)
  if (await isFinished(webCheckout, input, open)) {
    return
  }
  const isOpen = open !== undefined && isSameRefund(open, input)
  if (findMismatch(asked)) {
    // The answer's amounts differ from the request, so they do not show whether the gateway has made this refund: a person decides.
    await (refund ? leaveToPerson(container, asked, refund) : followAfter(container, asked, "refund_reversed"))
    if (!refund && isOpen) {
      // If the gateway has made the reversed refund, the comparison finds it once the amounts match.
      await webCheckout.refundIntents.close(open, "void")
    }
    return
  }
  if (open && !isOpen) {
    // That refund is unresolved, so the totals cannot be compared yet.
    return
  }
  if (!refund) {
    if (open && (await webCheckout.refunds.closeWithoutMedusa(asked, open))) {
      await followAfter(container, await webCheckout.checkouts.retrieve(id), "refund_reversed")
    }
    return
  }
  const wanted = { kind: "medusa" as const, refund_id: refund.id, amount: String(refund.amount) }
  const pending = open ? undefined : await webCheckout.refundIntents.findPending(id)
  // Medusa was recording a refund that was made outside, and its process died before the provider was called.
  if (await webCheckout.refunds.claimExpected(row, wanted, pending)) {
    return
  }
  if (open && compareAmounts(refunded(reportedBooks(asked)) ?? 0, open.refunded_before, row.currency_code) === 1) {
    // The refund was made, although its answer was lost. If the amount differs, the comparison finds it.
    await webCheckout.refundIntents.close(open, "done")
    return
  }
  const made = open ? "no" : await webCheckout.refunds.wasMade(asked, refund.amount)
  const isDone =
    made === "yes" || (made === "no" && webCheckout.options.extendedApi && (await send(webCheckout, asked, wanted)))
  if (!isDone) {
    await leaveToPerson(container, asked, refund)
  } else if (!(await isAccounted(webCheckout, refund.id))) {
    await webCheckout.refundIntents.add(intentOf(asked, refund, "done"))
  }
}

/**
 * Whether nothing is left to do: this refund is not open, and was made, reported, or reversed.
 *
 * @param open the payment's open refund, if there is one
 */
async function isFinished(
  webCheckout: WebCheckoutService,
  refund: InterruptedRefund,
  open: RefundIntent | undefined
): Promise<boolean> {
  const isOpen = open !== undefined && isSameRefund(open, refund)
  return !isOpen && (refund.refund_id === null || (await isAccounted(webCheckout, refund.refund_id)))
}

async function isAccounted({ refundIntents }: WebCheckoutService, refund_id: string): Promise<boolean> {
  return (await refundIntents.listAccounted([refund_id])).has(refund_id)
}

/**
 * Leaves the refund to a person: Medusa shows it, and the gateway has not made it, or that is unclear. The case is opened before the refund is
 * marked, so that the next try repeats both if the process dies. For a payment that is not settled the mark comes first, because a case would
 * keep the job from placing the order; the comparison after settling opens the case. If a person has closed the payment's case, the job places
 * no order, so the case comes first.
 */
async function leaveToPerson(container: MedusaContainer, row: LedgerCheckout, refund: MedusaRefund): Promise<void> {
  const { refundIntents } = container.resolve(WEB_CHECKOUT)
  const isCaseFirst = row.status === "settled" || isClosedCase(row)
  if (isCaseFirst) {
    await followAfter(container, row, "refund_left")
  }
  const open = await refundIntents.findOpen(row.id)
  // If another refund is open by now, this one gets a record of its own.
  await (open?.refund_id === refund.id
    ? refundIntents.close(open, "reported")
    : refundIntents.add(intentOf(row, refund, "reported")))
  if (!isCaseFirst) {
    await follow(container, row, { force: true, ignore_wait: true })
  }
}

function intentOf(row: LedgerCheckout, { id, amount }: MedusaRefund, status: "done" | "reported") {
  return {
    ledger_id: row.id,
    kind: "medusa" as const,
    refund_id: id,
    amount: toGatewayAmount(amount, row.currency_code),
    refunded_before: refunded(reportedBooks(row)) ?? 0,
    status,
  }
}

/** @returns false when the gateway refused. @throws when the outcome is unknown: nothing has changed, and the next round asks again */
async function send(webCheckout: WebCheckoutService, row: LedgerCheckout, wanted: WantedRefund): Promise<boolean> {
  try {
    await webCheckout.refunds.refund(row, wanted)
    return true
  } catch (error) {
    const failure = failureOf(error)
    // The gateway refused, or what is left does not allow it: asking again would give the same answer.
    const isForGood = isRefusal(failure) || failure.type === MedusaError.Types.NOT_ALLOWED
    if (isForGood && (await webCheckout.refundIntents.findOpen(row.id)) === undefined) {
      return false
    }
    throw error
  }
}

/** A refund as Medusa keeps it; amount in major units. */
export const medusaRefund = z.looseObject({
  id: z.string(),
  amount: z.number(),
  created_at: z.coerce.date(),
  payment: z.looseObject({ payment_session_id: z.string(), provider_id: z.string() }),
})

export type MedusaRefund = z.infer<typeof medusaRefund>
