import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { acquireLockStep, releaseLockStep } from "@medusajs/medusa/core-flows"
import { compareAmounts, formatAmount } from "../gateway/money"
import { WEB_CHECKOUT } from "../modules/web-checkout"
import type { LedgerCheckout } from "../modules/web-checkout/ledger"
import { explained } from "../modules/web-checkout/medusa-error"
import { unrecordedRefund } from "../modules/web-checkout/rules/books"
import type { WebCheckoutService } from "../modules/web-checkout/service"
import { purchaseLock } from "./purchase-lock"
import { recordRefund } from "./record-refund"
import { compareAndMend, gatewayBooks, readBooks } from "./steps/compare-books"
import { readCheckoutStep } from "./steps/read-checkout"
import { releaseLeaseStep, takeLeaseStep } from "./steps/take-lease"

export interface RecordOutsideRefundInput {
  /** The ledger row's id. */
  id: string
  /** Major units; needed only where the gateway does not tell how much it has given back. */
  amount?: number
  /** The admin user's id. */
  actor_id: string
  note?: string
}

/** What went back at the gateway and Medusa does not show, in major units; null where there is nothing, or it is not told. */
export async function findUnrecordedRefund(container: MedusaContainer, id: string): Promise<number | null> {
  const row = await container.resolve<WebCheckoutService>(WEB_CHECKOUT).findLedger({ id })
  if (row?.attention !== "refunded_outside") {
    return null
  }
  const { payment } = await readBooks(row, container)
  return unrecordedRefund(gatewayBooks(row), payment?.refunded ?? "0") ?? null
}

const recordOutsideRefundStep = createStep(
  "webcheckout-record-outside-refund",
  async ({ id, amount, actor_id, note }: RecordOutsideRefundInput, { container }) => {
    const ledger = container.resolve<WebCheckoutService>(WEB_CHECKOUT)
    const known = await ledger.findLedger({ id })
    if (known?.attention !== "refunded_outside") {
      throw notAllowed("No refund was made outside that Medusa does not show.")
    }
    const { row } = await explained(() => ledger.ask(known))
    const { payment } = await readBooks(row, container)
    if (!payment) {
      throw notAllowed("Medusa has no payment for this checkout: there is nothing to record the refund on.")
    }
    await recordRefund(container, row, {
      payment_id: payment.id,
      amount: String(amountToRecord(row, unrecordedRefund(gatewayBooks(row), payment.refunded), amount)),
      created_by: actor_id,
      note: note ?? "Refunded in the payment service's dashboard",
    })
    await ledger.recordAction({ ledger_id: id, action: "record_refund", actor_id, note })
    return new StepResponse(await compareAndMend(row, container))
  }
)

function amountToRecord(row: LedgerCheckout, told: number | undefined, given: number | undefined): number {
  if (told === undefined) {
    if (given === undefined) {
      throw invalid("amount: is required; the payment service does not tell how much it has given back")
    }
    if (compareAmounts(given, row.amount, row.currency_code) !== -1) {
      throw invalid(`amount: must be less than ${formatAmount(row.amount, row.currency_code)}: the refund was partial`)
    }
    return given
  }
  if (given !== undefined && compareAmounts(given, told, row.currency_code) !== 0) {
    throw invalid(
      `amount: the payment service has given back ${formatAmount(told, row.currency_code)} that Medusa does not show`
    )
  }
  return told
}

function notAllowed(message: string): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, message)
}

function invalid(message: string): MedusaError {
  return new MedusaError(MedusaError.Types.INVALID_DATA, message)
}

/**
 * A refund was made in the gateway's dashboard: Medusa is to show exactly that one. Nothing is sent to the gateway.
 *
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED unless the row's case is `refunded_outside`; INVALID_DATA for an amount that is
 * not the one that went back
 * @example
 * await recordOutsideRefundWorkflow(container).run({ input: { id: "wchk_123", actor_id: "user_1" } })
 */
export const recordOutsideRefundWorkflow = createWorkflow(
  "webcheckout-record-outside-refund-of-purchase",
  (input: RecordOutsideRefundInput) => {
    const known = readCheckoutStep(input)
    const key = transform({ known }, ({ known }) => `webcheckout:${known.order_reference}`)
    acquireLockStep({ key, ...purchaseLock })
    const lease = takeLeaseStep({ key })
    const row = recordOutsideRefundStep(input)
    releaseLeaseStep(lease)
    releaseLockStep({ key })
    return new WorkflowResponse(row)
  }
)
