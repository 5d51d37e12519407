import { OwnService } from "../own-service"
import { notAllowed } from "../errors"
import { GatewayError } from "../../../gateway/errors"
import type { ExtendedGatewayClient } from "../../../gateway/client"
import {
  addAmounts,
  compareAmounts,
  formatAmount,
  sameAmount,
  subtractAmounts,
  toGatewayAmount,
} from "../../../gateway/money"
import type { Checkout } from "../../../gateway/schemas"
import { mayStillArrive } from "../rules/check-times"
import { isPluginsOwnRefund, type LedgerCheckout, type RefundIntent } from "../rules/ledger"
import { requireAnswerToSent } from "../rules/answer-mismatch"
import { reportedBooks, booksOfRow, refunded } from "../rules/gateway-books"
import type { Answers } from "./answers"
import type { Checkouts } from "./checkouts"
import type { Gateways } from "./gateways"
import type { RefundIntents } from "./refund-intents"
import { isMoneyTaken, isPartlyReturned, isReturned } from "../rules/money-state"

/** A requested refund. The amount is decimal text in major units. */
export interface WantedRefund extends Pick<RefundIntent, "kind" | "refund_id"> {
  amount: string
}

/** Shown beside the refund in the gateway's dashboard. */
const REFUND_NOTE = "Refunded in Medusa"

/** Makes each refund at the gateway exactly once. */
export class Refunds extends OwnService<{
  answers: Answers
  checkouts: Checkouts
  gateways: Gateways
  refundIntents: RefundIntents
}> {
  /**
   * Refunds at the gateway. The intent is committed before the call. If the answer is lost, the outcome is read from `totalRefunded`; the
   * call is never repeated blindly. Without `extendedApi`, only a full refund can be recognized.
   *
   * @returns the row with the gateway's last answer
   * @throws MedusaError NOT_ALLOWED if the refund is not known to have happened; GatewayError; FailureError gateway_unconfirmed
   */
  async refund(row: LedgerCheckout, wanted: WantedRefund): Promise<LedgerCheckout> {
    // The amount of a case's refund was computed after every earlier refund, so it cannot be one of them.
    const isCase = wanted.kind === "case"
    if (isCase && (await this.cradle.refundIntents.findOpen(row.id))) {
      throw notAllowed("Another refund of this payment is in progress. Try again when it has finished.")
    }
    const pending = isCase ? undefined : await this.cradle.refundIntents.findPending(row.id)
    if (await this.claimExpected(row, wanted, pending)) {
      return row
    }
    const gateway = this.cradle.gateways.extended(row.account)
    if (!gateway) {
      // The refund is made in the gateway's dashboard, and accepted here once it is complete.
      if (isReturned(row.gateway_status)) {
        return row
      }
      throw notAllowed(
        isPartlyReturned(row.gateway_status)
          ? "The payment service reports a partial refund without its amount. Refund the rest in its dashboard, then refund here in full."
          : "Refund this payment in full in the payment service's dashboard first, then refund it here."
      )
    }
    const books = reportedBooks(row)
    const before = requireTold(refunded(books))
    if (pending && (await this.resolvePending(pending, before, wanted, row.currency_code))) {
      return row
    }
    const left = subtractAmounts(books.amount, before, row.currency_code)
    if (left <= 0) {
      return row
    }
    if (!isMoneyTaken(books.status)) {
      throw notAllowed(`This payment cannot be refunded: its status at the payment service is ${books.status}.`)
    }
    const isMore = compareAmounts(wanted.amount, left, row.currency_code) === 1
    const amount = isMore ? left : toGatewayAmount(wanted.amount, row.currency_code)
    const { kind, refund_id } = wanted
    const sent = { ledger_id: row.id, kind, refund_id, amount, refunded_before: before }
    const intent = await this.cradle.refundIntents.open(sent)
    return intent ? this.send(gateway, row, intent) : row
  }

  /**
   * Prepares to record in Medusa a refund that the gateway has already made. Stores it as unclaimed, so that the provider, when Medusa
   * calls it, assigns this refund instead of sending another one.
   *
   * @param amount in major units
   * @throws MedusaError NOT_ALLOWED while a refund is in progress
   */
  async expectOutside(row: LedgerCheckout, amount: number): Promise<void> {
    const pending = await this.cradle.refundIntents.findPending(row.id)
    if (pending?.status === "open") {
      throw notAllowed("Another refund of this payment is in progress. Try again when it has finished.")
    }
    if (pending && sameAmount(pending.amount, amount, row.currency_code)) {
      return
    }
    if (pending) {
      // The refund recorded now includes the unclaimed one.
      await this.cradle.refundIntents.close(pending, "void")
    }
    const given = refunded(booksOfRow(row)) ?? amount
    await this.cradle.refundIntents.add({
      ledger_id: row.id,
      kind: "outside",
      refund_id: null,
      amount,
      refunded_before: Math.max(0, subtractAmounts(given, amount, row.currency_code)),
      status: "unclaimed",
    })
  }

  /**
   * Closes the intent of a refund that Medusa has reversed, as it does when the provider fails.
   *
   * @returns whether the gateway made the refund nevertheless, and the plugin did not start it itself
   */
  async closeWithoutMedusa(row: LedgerCheckout, intent: RefundIntent): Promise<boolean> {
    const now = requireTold(refunded(reportedBooks(row)))
    const hasHappened = compareAmounts(now, intent.refunded_before, row.currency_code) === 1
    const isOwn = isPluginsOwnRefund(intent)
    await this.cradle.refundIntents.close(intent, !hasHappened ? "void" : isOwn ? "done" : "unclaimed")
    return hasHappened && !isOwn
  }

  /**
   * Whether the gateway has made a refund in Medusa that has no intent: compares `amount` with the refunded amount that is not assigned to any
   * refund in Medusa. "unclear" if there is such an amount and it differs: a person decides, because sending could refund twice.
   */
  async wasMade(row: LedgerCheckout, amount: number): Promise<"yes" | "no" | "unclear"> {
    const assigned = addAmounts(await this.cradle.refundIntents.listAccountedAmounts(row.id), row.currency_code)
    // A partial refund without a reported amount counts as 0.
    const unassigned = subtractAmounts(refunded(reportedBooks(row)) ?? 0, assigned, row.currency_code)
    if (unassigned <= 0) {
      return "no"
    }
    return sameAmount(unassigned, amount, row.currency_code) ? "yes" : "unclear"
  }

  /** Assigns a refund in Medusa to an unclaimed refund at the gateway if the amounts are equal. @returns whether it was assigned */
  async claimExpected(row: LedgerCheckout, wanted: WantedRefund, pending: RefundIntent | undefined): Promise<boolean> {
    const isIt = pending?.status === "unclaimed" && sameAmount(pending.amount, wanted.amount, row.currency_code)
    if (isIt) {
      await this.claim(pending, wanted.refund_id)
    }
    return isIt
  }

  /** Also schedules a comparison, which closes a case about this refund. */
  private async claim(intent: RefundIntent, refundId: string | null): Promise<void> {
    await this.cradle.refundIntents.claim(intent, refundId)
    await this.cradle.checkouts.compareSoon(intent.ledger_id)
  }

  /**
   * Resolves an earlier refund whose answer was lost. True if it happened and is the refund that is requested now.
   *
   * @throws MedusaError NOT_ALLOWED if it happened with another amount: a person must see that before refunding more
   */
  private async resolvePending(
    pending: RefundIntent,
    refundedNow: number,
    wanted: WantedRefund,
    currency: string
  ): Promise<boolean> {
    if (compareAmounts(refundedNow, pending.refunded_before, currency) !== 1) {
      // While the earlier call may still reach the gateway, a new one could refund the money twice.
      if (mayStillArrive(pending.created_at, this.options.timeoutMs)) {
        throw notAllowed("An earlier refund of this payment has not been answered yet. Try again in a minute.")
      }
      await this.cradle.refundIntents.close(pending, "void")
      return false
    }
    if (sameAmount(pending.amount, wanted.amount, currency)) {
      await this.claim(pending, wanted.refund_id)
      return true
    }
    await this.cradle.refundIntents.close(pending, "done")
    // Medusa reverses the refund that it has started. The comparison then finds the refund that the gateway made.
    await this.cradle.checkouts.compareSoon(pending.ledger_id)
    throw notAllowed(
      `An earlier refund of ${formatAmount(pending.amount, currency)} succeeded at the payment service, although its answer was lost. ` +
        "Check the payment before you refund more."
    )
  }

  private async send(gateway: ExtendedGatewayClient, row: LedgerCheckout, intent: RefundIntent) {
    const askedAt = this.cradle.checkouts.now()
    let answer: Checkout
    try {
      answer = await gateway.refundCheckout(row.checkout_id ?? "", intent.amount, row.currency_code, REFUND_NOTE)
    } catch (error) {
      if (error instanceof GatewayError && error.mayHaveHappened) {
        return this.resolveLostAnswer(row, intent, error)
      }
      await this.cradle.refundIntents.close(intent, "rejected")
      throw error
    }
    // The gateway has answered, so the refund may have been made. If anything fails from here on, the intent stays open to be checked.
    try {
      requireAnswerToSent(row, answer, "POST /checkout/{id}/refund")
      const updated = await this.cradle.answers.record(row, answer, askedAt)
      await this.cradle.refundIntents.close(intent, "done")
      return updated
    } catch (error) {
      return this.resolveLostAnswer(row, intent, error)
    }
  }

  private async resolveLostAnswer(row: LedgerCheckout, intent: RefundIntent, lost: unknown): Promise<LedgerCheckout> {
    const now = await this.cradle.checkouts.ask(row).catch(() => undefined)
    const expected = addAmounts([intent.refunded_before, intent.amount], row.currency_code)
    const given = now && refunded(reportedBooks(now))
    if (!now || given === undefined || !sameAmount(given, expected, row.currency_code)) {
      throw lost
    }
    await this.cradle.refundIntents.close(intent, "done")
    return now
  }
}

function requireTold(amount: number | undefined): number {
  if (amount === undefined) {
    throw notAllowed(
      "The payment service reports a partial refund without its amount. Check the payment in its dashboard."
    )
  }
  return amount
}
