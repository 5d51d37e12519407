import type { ModuleCradle } from "../cradle"
import type { WebCheckoutOptions } from "../options"
import {
  afterClosing,
  afterFailedLook,
  afterOpening,
  CLAIM_MS,
  compareAfterMs,
  FIRST_CHECK_AFTER_MS,
  followAfter,
  lostAfterMs,
  nextCheckAt,
  watchAt,
} from "../rules/check-times"
import type { AnswerChanges } from "../rules/checkout-states"
import type { LedgerCheckout } from "../rules/ledger"
import type { CheckoutRows } from "./checkout-rows"

/** Due now, or when whoever has claimed the row may have died: a date that was set while nothing had happened is too far. */
const SOON = `LEAST(COALESCE(next_check_at, now()), now() + ${CLAIM_MS} * interval '1 millisecond')`

/**
 * When the job looks at a row next. Every statement that changes a row takes the columns `next_check_at` and `watch_at` from here; only the
 * job's claim writes them by itself. The times are those of rules/check-times.
 */
export class NextLook {
  private readonly rows: CheckoutRows
  private readonly options: WebCheckoutOptions

  constructor({ checkoutRows, webCheckoutOptions }: ModuleCradle & { checkoutRows: CheckoutRows }) {
    this.rows = checkoutRows
    this.options = webCheckoutOptions
  }

  /* ----------------------------------- columns of statements that change a row */

  /** Its create call is under way. Should the process die, the job finds the row when the call can no longer be. */
  ofNew() {
    return { next_check_at: inMs(lostAfterMs(this.options.timeoutMs)) }
  }

  /** A shopper is shown its page. */
  ofShownPage() {
    return { next_check_at: inMs(FIRST_CHECK_AFTER_MS) }
  }

  /** Its create call has failed. Where it may have created something all the same, and there is a search, that is looked for. */
  ofNotCreated(mayExist: boolean) {
    return { next_check_at: mayExist && this.options.extendedApi ? new Date() : null }
  }

  /** The gateway has answered. @param isPendingForJob the job has asked, and comes again by its backoff */
  ofAnswer(row: LedgerCheckout, { columns, isDue }: AnswerChanges, askedAt: Date, isPendingForJob: boolean) {
    const now = { ...row, ...columns }
    return {
      ...(isPendingForJob ? { next_check_at: nextCheckAt(now, this.giveUpAfterHours) } : {}),
      ...(isDue ? { next_check_at: this.rows.knex.raw(SOON) } : {}),
      // What has ended unpaid is looked back at: it may be paid all the same.
      ...(columns.ended_at === undefined ? {} : { watch_at: watchAt(now, askedAt) }),
    }
  }

  /** An answer is doubted until it is repeated. @param row with the doubt */
  ofDoubt(row: LedgerCheckout) {
    return row.status === "settled"
      ? { watch_at: watchAt(row) }
      : { next_check_at: nextCheckAt(row, this.giveUpAfterHours) }
  }

  /** Medusa has followed: its books are compared right away. */
  ofSettled() {
    return { next_check_at: this.rows.knex.raw("COALESCE(next_check_at, now())") }
  }

  /** Medusa does something with its payment: the books are compared when that has come to its end. */
  ofChangeInMedusa() {
    return { next_check_at: inMs(compareAfterMs(this.options.timeoutMs)) }
  }

  /** Its books agree. @param row with the time at which they did */
  ofAgreement(row: LedgerCheckout) {
    return { next_check_at: nextCheckAt({ ...row, attention: null }, this.giveUpAfterHours), watch_at: watchAt(row) }
  }

  /** It has a case. @param row with it */
  ofCase(row: LedgerCheckout) {
    return afterOpening(row)
  }

  /** A person has closed its last case. @param row with it */
  ofClosedCase(row: LedgerCheckout) {
    return afterClosing(row)
  }

  /** A merchant wants it compared: at once where it is due later anyway. That counts for no question, or each press would make the next later. */
  ofComparison() {
    return { next_check_at: this.rows.knex.fn.now(), check_count: this.rows.knex.raw("GREATEST(check_count - 1, 0)") }
  }

  /** The same for one that the job has no question about. */
  ofComparisonOfDone() {
    return { watch_at: this.rows.knex.fn.now() }
  }

  /* ------------------------------------------------------- after the job's look */

  /** After a look that went well. What has changed meanwhile keeps its date: whoever has changed it has said when it is due. */
  async schedule(row: LedgerCheckout): Promise<void> {
    await this.rows.unchanged(row).update({ next_check_at: nextCheckAt(row, this.giveUpAfterHours) })
  }

  /** After one that did not. */
  async scheduleAfterFailure(row: LedgerCheckout): Promise<void> {
    await this.rows.unchanged(row).update({ next_check_at: afterFailedLook(row, this.giveUpAfterHours) })
  }

  /** The gateway was not asked about a row that was due: it is soon, as if it had not been taken. */
  async postpone(id: string, at: Date): Promise<void> {
    await this.rows
      .standing()
      .where({ id })
      .update({ next_check_at: at, check_count: this.rows.knex.raw("GREATEST(check_count - 1, 0)") })
  }

  /** When the job looks once more at a row that it is done with; null for never. */
  async scheduleWatch(id: string, at: Date | null): Promise<void> {
    await this.rows.standing().where({ id }).update({ watch_at: at })
  }

  /**
   * Medusa would not follow a payment that is made. It is given its next chance later, however often somebody asks
   * meanwhile.
   *
   * @returns the row, with its count of failures
   */
  async recordFollowFailure(row: LedgerCheckout): Promise<LedgerCheckout> {
    const failures = row.settle_failures + 1
    const again = followAfter(failures)
    await this.rows
      .standing()
      .where({ id: row.id })
      .update({ settle_failures: failures, follow_after: again, next_check_at: again })
    return this.rows.retrieve(row.id)
  }

  private get giveUpAfterHours(): number {
    return this.options.reconcile.giveUpAfterHours
  }
}

function inMs(ms: number): Date {
  return new Date(Date.now() + ms)
}
