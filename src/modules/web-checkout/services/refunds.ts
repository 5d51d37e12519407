import { notAllowed } from "../errors"
import { GatewayError } from "../../../gateway/errors"
import type { ExtendedGatewayClient } from "../../../gateway/extended-client"
import {
  addAmounts,
  compareAmounts,
  formatAmount,
  sameAmount,
  subtractAmounts,
  toGatewayAmount,
} from "../../../gateway/money"
import type { Checkout } from "../../../gateway/schemas"
import type { ModuleCradle } from "../cradle"
import type { WebCheckoutOptions } from "../options"
import { mayStillArrive } from "../rules/check-times"
import { isPluginsOwnRefund, type LedgerCheckout, type RefundIntent } from "../rules/ledger"
import { requireAnswerToSent } from "../rules/mismatch"
import { reportedBooks, booksOfRow, certainlyRefunded, refunded } from "../rules/refunded"
import type { Answers } from "./answers"
import type { Checkouts } from "./checkouts"
import type { Gateways } from "./gateways"
import type { RefundIntents } from "./refund-intents"
import { isMoneyTaken, isPartlyReturned, isReturned } from "../rules/money-state"

/** What is to be given back; amount in major units, as decimal text. */
export interface WantedRefund extends Pick<RefundIntent, "kind" | "refund_id"> {
  amount: string
}

const REFUND_NOTE = "Refunded in Medusa"

/** Gives money back, exactly once. */
export class Refunds {
  private readonly checkouts: Checkouts
  private readonly answers: Answers
  private readonly gateways: Gateways
  private readonly intents: RefundIntents
  private readonly options: WebCheckoutOptions

  constructor(
    cradle: ModuleCradle & {
      answers: Answers
      checkouts: Checkouts
      gateways: Gateways
      refundIntents: RefundIntents
    }
  ) {
    this.checkouts = cradle.checkouts
    this.answers = cradle.answers
    this.gateways = cradle.gateways
    this.intents = cradle.refundIntents
    this.options = cradle.webCheckoutOptions
  }

  /**
   * Gives money back. The intent is committed before the call; an answer that was lost is resolved by asking for
   * `totalRefunded`, never by repeating. Without `extendedApi` only a full refund can be seen from here, and is taken as it is.
   *
   * @returns the row with what the gateway said last
   * @throws MedusaError NOT_ALLOWED when the money is not known to have gone back; one of gateway/errors
   */
  async refund(row: LedgerCheckout, wanted: WantedRefund): Promise<LedgerCheckout> {
    const pending = await this.findPending(row, wanted)
    if (await this.claimIfExpected(row, wanted, pending)) {
      return row
    }
    const gateway = this.gateways.extended(row.account)
    if (!gateway) {
      return acceptOutsideRefund(row)
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
    const intent = await this.intents.open({
      ledger_id: row.id,
      kind: wanted.kind,
      refund_id: wanted.refund_id,
      amount,
      refunded_before: before,
    })
    return intent ? this.send(gateway, row, intent) : row
  }

  /**
   * A refund that the gateway has made is about to be recorded in Medusa: it is held ready as one that nobody has claimed,
   * so that the provider, when Medusa calls it, finds the money gone back and takes it for this one.
   *
   * @param amount in major units
   * @throws MedusaError NOT_ALLOWED while a refund is under way
   */
  async expectOutside(row: LedgerCheckout, amount: number): Promise<void> {
    const pending = await this.intents.findPending(row.id)
    if (pending?.status === "open") {
      throw notAllowed("Another refund of this payment is in progress. Try again when it has finished.")
    }
    if (pending && sameAmount(pending.amount, amount, row.currency_code)) {
      return
    }
    if (pending) {
      // What nobody claimed is part of what is recorded now.
      await this.intents.close(pending.id, "void")
    }
    const given = refunded(booksOfRow(row)) ?? amount
    await this.intents.add({
      ledger_id: row.id,
      kind: "outside",
      refund_id: null,
      amount,
      refunded_before: Math.max(0, subtractAmounts(given, amount, row.currency_code)),
      status: "unclaimed",
    })
  }

  /** Medusa has reversed its refund, as it does when the provider fails. @returns whether the gateway made it all the same, for Medusa */
  async closeWithoutMedusa(row: LedgerCheckout, intent: RefundIntent): Promise<boolean> {
    const now = requireTold(refunded(reportedBooks(row)))
    const hasHappened = compareAmounts(now, intent.refunded_before, row.currency_code) === 1
    const isOwn = isPluginsOwnRefund(intent)
    await this.intents.close(intent.id, !hasHappened ? "void" : isOwn ? "done" : "unclaimed")
    return hasHappened && !isOwn
  }

  /** What of a refund of Medusa's without an intent is missing at the gateway, in major units; 0 when it is there. */
  async shortfall(row: LedgerCheckout, amount: number): Promise<number> {
    const expected = addAmounts([...(await this.intents.listDoneAmounts(row.id)), amount], row.currency_code)
    const missing = subtractAmounts(expected, certainlyRefunded(reportedBooks(row)), row.currency_code)
    return Math.max(0, compareAmounts(missing, amount, row.currency_code) === 1 ? amount : missing)
  }

  /**
   * An earlier refund that may be the wanted one. For a case there is none: its amount was reckoned after every earlier refund.
   *
   * @throws MedusaError NOT_ALLOWED for a case's refund while another is under way
   */
  private async findPending(row: LedgerCheckout, wanted: WantedRefund): Promise<RefundIntent | undefined> {
    if (wanted.kind !== "case") {
      return this.intents.findPending(row.id)
    }
    if (await this.intents.findOpen(row.id)) {
      throw notAllowed("Another refund of this payment is in progress. Try again when it has finished.")
    }
    return undefined
  }

  /** Takes a refund of Medusa's for the one that the gateway is known to have made. @returns whether it is that one */
  async claimExpected(row: LedgerCheckout, refund: WantedRefund): Promise<boolean> {
    return this.claimIfExpected(row, refund, await this.intents.findPending(row.id))
  }

  private async claimIfExpected(
    row: LedgerCheckout,
    wanted: WantedRefund,
    pending: RefundIntent | undefined
  ): Promise<boolean> {
    const isIt = pending?.status === "unclaimed" && sameAmount(pending.amount, wanted.amount, row.currency_code)
    if (isIt) {
      await this.claim(pending, wanted.refund_id)
    }
    return isIt
  }

  /** What a person was told of it is settled with it. */
  private async claim(intent: RefundIntent, refundId: string | null): Promise<void> {
    await this.intents.claim(intent, refundId)
    await this.checkouts.compareSoon(intent.ledger_id)
  }

  /**
   * An earlier refund whose answer was lost. True when it happened and is the one that is wanted now.
   *
   * @throws MedusaError NOT_ALLOWED when it happened with another amount: the person must see that before refunding more
   */
  private async resolvePending(
    pending: RefundIntent,
    refundedNow: number,
    wanted: WantedRefund,
    currency: string
  ): Promise<boolean> {
    if (compareAmounts(refundedNow, pending.refunded_before, currency) !== 1) {
      requireOld(pending, this.options.timeoutMs)
      await this.intents.close(pending.id, "void")
      return false
    }
    if (sameAmount(pending.amount, wanted.amount, currency)) {
      await this.claim(pending, wanted.refund_id)
      return true
    }
    await this.intents.close(pending.id, "done")
    // Medusa takes back the refund that it has begun; what the gateway made is compared with its books then.
    await this.checkouts.compareSoon(pending.ledger_id)
    throw notAllowed(
      `An earlier refund of ${formatAmount(pending.amount, currency)} succeeded at the payment service, although its answer was lost. ` +
        "Check the payment before you refund more."
    )
  }

  private async send(
    gateway: ExtendedGatewayClient,
    row: LedgerCheckout,
    intent: RefundIntent
  ): Promise<LedgerCheckout> {
    const askedAt = this.checkouts.now()
    const call = { amount: intent.amount, currency: row.currency_code, note: REFUND_NOTE }
    let answer: Checkout
    try {
      answer = await gateway.refundCheckout(row.checkout_id ?? "", call)
    } catch (error) {
      if (error instanceof GatewayError && error.mayHaveHappened) {
        return this.resolveLostAnswer(row, intent, error)
      }
      await this.intents.close(intent.id, "rejected")
      throw error
    }
    // The gateway has answered: whatever fails from here on, the refund may be made, and stays to be asked about.
    try {
      requireAnswerToSent(row, answer, "POST /checkout/{id}/refund")
      const updated = await this.answers.record(row, answer, askedAt)
      await this.intents.close(intent.id, "done")
      return updated
    } catch (error) {
      return this.resolveLostAnswer(row, intent, error)
    }
  }

  private async resolveLostAnswer(row: LedgerCheckout, intent: RefundIntent, lost: unknown): Promise<LedgerCheckout> {
    const now = await this.checkouts.ask(row).catch(() => undefined)
    const expected = addAmounts([intent.refunded_before, intent.amount], row.currency_code)
    const given = now && refunded(reportedBooks(now))
    if (!now || given === undefined || !sameAmount(given, expected, row.currency_code)) {
      throw lost
    }
    await this.intents.close(intent.id, "done")
    return now
  }
}

function acceptOutsideRefund(row: LedgerCheckout): LedgerCheckout {
  if (isReturned(row.gateway_status)) {
    return row
  }
  throw notAllowed(
    isPartlyReturned(row.gateway_status)
      ? "The payment service reports a partial refund without its amount. Refund the rest in its dashboard, then refund here in full."
      : "Refund this payment in full in the payment service's dashboard first, then refund it here."
  )
}

/** A call that is still on its way may yet arrive: until it no longer can, nobody may send another. */
function requireOld(open: RefundIntent, timeoutMs: number): void {
  if (mayStillArrive(open.created_at, timeoutMs)) {
    throw notAllowed("An earlier refund of this payment has not been answered yet. Try again in a minute.")
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
