import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { z } from "zod"
import { addAmounts, compareAmounts, subtractAmounts, toGatewayAmount } from "../../gateway/money"
import type { Checkout } from "../../gateway/schemas"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { findMismatch } from "../../modules/web-checkout/gate"
import type { LedgerCheckout, LedgerRefund } from "../../modules/web-checkout/ledger"
import { isPluginsOwnRefund, refundAtGateway, refundedSoFar } from "../../modules/web-checkout/refund"
import type { Asked } from "../../modules/web-checkout/ledger-service"
import type { WebCheckoutService } from "../../modules/web-checkout/service"
import { readRows } from "../read-rows"

/** A refund as Medusa keeps it; amount in major units. */
export const medusaRefund = z.looseObject({
  id: z.string(),
  amount: z.number(),
  created_at: z.coerce.date(),
  payment: z.looseObject({ payment_session_id: z.string(), provider_id: z.string() }),
})

export type MedusaRefund = z.infer<typeof medusaRefund>

export const MEDUSA_REFUND_FIELDS = ["id", "amount", "created_at", "payment.payment_session_id", "payment.provider_id"]

export interface SettleRefundInput {
  /** The ledger row's id. */
  id: string
  /** Medusa's id of the refund. */
  refund_id: string
}

/**
 * Brings a refund that a process left half made to its end. What Medusa still shows and the gateway has not done is sent
 * (with `extendedApi`) or told to a person; what the gateway did and Medusa has undone is told to a person.
 * The intent in the ledger makes it safe to run again; money that went back is not taken back, so nothing is compensated.
 */
export const settleRefundStep = createStep(
  "webcheckout-settle-refund",
  async (input: SettleRefundInput, { container }) => {
    await settleRefund(input, container)
    await container.resolve<WebCheckoutService>(WEB_CHECKOUT).compareSoon(input.id)
    return new StepResponse(undefined)
  }
)

async function settleRefund({ id, refund_id }: SettleRefundInput, container: MedusaContainer): Promise<void> {
  const ledger = container.resolve<WebCheckoutService>(WEB_CHECKOUT)
  const row = await ledger.findLedger({ id })
  if (!row || (await ledger.listSettledRefunds([refund_id])).has(refund_id)) {
    return
  }
  const asked = await ledger.ask(row)
  if (findMismatch(row, asked.checkout)) {
    await ledger.recordAttention(row.id, "amount_mismatch")
    return
  }
  const [refund] = await readRows(container, medusaRefund, {
    entity: "refund",
    fields: MEDUSA_REFUND_FIELDS,
    filters: { id: refund_id },
  })
  const open = await ledger.findOpenRefund(row.id)
  if (open && open.refund_id !== refund_id) {
    // Whether that one has happened is its own round's question; until then the sums tell nothing.
    return
  }
  if (!refund) {
    await (open && closeWithoutMedusa(ledger, asked, open))
    return
  }
  await giveBack(ledger, asked, refund, open?.amount ?? (await shortfall(ledger, asked, refund)))
}

/** Medusa has taken its refund back, as it does when the provider fails. */
async function closeWithoutMedusa(
  ledger: WebCheckoutService,
  { row, checkout }: Asked,
  intent: LedgerRefund
): Promise<void> {
  const hasHappened = compareAmounts(refundedSoFar(checkout), intent.refunded_before, row.currency_code) === 1
  if (isPluginsOwnRefund(intent)) {
    await ledger.closeRefund(intent.id, hasHappened ? "done" : "void")
    return
  }
  await ledger.closeRefund(intent.id, hasHappened ? "unclaimed" : "void")
  if (hasHappened) {
    await ledger.recordAttention(row.id, "refunded_outside")
  }
}

/** What of a refund without an intent is missing at the gateway, in major units; 0 when it is there. */
async function shortfall(
  ledger: WebCheckoutService,
  { row, checkout }: Asked,
  { amount }: MedusaRefund
): Promise<number> {
  const expected = addAmounts([...(await ledger.listDoneRefundAmounts(row.id)), amount], row.currency_code)
  const missing = subtractAmounts(expected, certainlyGivenBack(checkout), row.currency_code)
  return Math.max(0, compareAmounts(missing, amount, row.currency_code) === 1 ? amount : missing)
}

/** What the gateway has certainly given back; a partial refund whose amount it does not tell counts as nothing. */
function certainlyGivenBack(checkout: Checkout): number {
  const isUntold = checkout.status === "PARTIALLY_REFUNDED" && typeof checkout.totalRefunded !== "number"
  return isUntold ? 0 : refundedSoFar(checkout)
}

async function giveBack(
  ledger: WebCheckoutService,
  asked: Asked,
  refund: MedusaRefund,
  missing: number
): Promise<void> {
  const { row, checkout } = asked
  const isSent = missing > 0 && ledger.options.extendedApi && (await send(ledger, asked, refund, missing))
  const status = missing > 0 && !isSent ? "reported" : "done"
  if (!(await ledger.listSettledRefunds([refund.id])).has(refund.id)) {
    await ledger.addRefund({
      ledger_id: row.id,
      refund_id: refund.id,
      amount: toGatewayAmount(refund.amount, row.currency_code),
      refunded_before: certainlyGivenBack(checkout),
      status,
    })
  }
  if (status === "reported") {
    await ledger.recordAttention(row.id, "refund_missing", { isNew: true })
  }
}

/** @returns false when the gateway said no. @throws when nobody knows: the next round asks again */
async function send(ledger: WebCheckoutService, asked: Asked, refund: MedusaRefund, amount: number): Promise<boolean> {
  try {
    await refundAtGateway(ledger, asked, { refund_id: refund.id, amount: String(amount) })
    return true
  } catch (error) {
    if (isRefusal(error) && !(await hasOpenIntent(ledger, asked.row))) {
      return false
    }
    throw error
  }
}

async function hasOpenIntent(ledger: WebCheckoutService, row: LedgerCheckout): Promise<boolean> {
  return (await ledger.findOpenRefund(row.id)) !== undefined
}

/** The gateway refused, or what is left does not allow it: asking again would give the same answer. */
function isRefusal(error: unknown): boolean {
  const parsed = z.looseObject({ kind: z.string().optional(), type: z.string().optional() }).safeParse(error)
  return parsed.success && (parsed.data.kind === "rejected" || parsed.data.type === "not_allowed")
}
