import { OwnService } from "../own-service"
import {
  retryCheckAt,
  CLAIM_MS,
  compareAfterMs,
  FIRST_CHECK_AFTER_MS,
  retryFollowAt,
  lostAfterMs,
  nextCheckAt,
  watchAt,
} from "../rules/check-times"
import type { AnswerChanges } from "../rules/checkout-states"
import type { LedgerCheckout } from "../rules/ledger"
import type { CheckoutRows } from "./checkout-rows"

/** Now if no check is scheduled; otherwise as scheduled, at most CLAIM_MS from now: until then a process may still hold the row. */
const SOON = `LEAST(COALESCE(next_check_at, now()), now() + ${CLAIM_MS} * interval '1 millisecond')`

/** Undoes the claim's count of a request that was not sent. */
const UNCOUNTED = "GREATEST(check_count - 1, 0)"

/**
 * Schedules the job's next check of a row. Statements that schedule a row take the columns `next_check_at` and `watch_at` from here. There are
 * two other writers: `cases`, through rules/check-times, and the job's claim.
 */
export class NextCheck extends OwnService<{ checkoutRows: CheckoutRows }> {
  private readonly giveUpAfterHours = this.options.reconcile.giveUpAfterHours

  /* ----------------------------------- columns of statements that change a row */

  /** The create call is about to be sent. If the process dies, the job checks the row once the call has timed out. */
  columnsOfNew() {
    return { next_check_at: inMs(lostAfterMs(this.options.timeoutMs)) }
  }

  /** A shopper is shown the page. */
  columnsOfShownPage() {
    return { next_check_at: inMs(FIRST_CHECK_AFTER_MS) }
  }

  /** The create call has failed. If it may have created a checkout and search is available, the job searches in its next round. */
  columnsOfNotCreated(mayExist: boolean) {
    return { next_check_at: mayExist && this.options.extendedApi ? new Date() : null }
  }

  /** The gateway has answered. @param isPendingForJob true if the job asked and the row is pending: the next check follows the backoff */
  columnsOfAnswer(row: LedgerCheckout, { columns, isDue }: AnswerChanges, askedAt: Date, isPendingForJob: boolean) {
    const answered = { ...row, ...columns }
    return {
      ...(isPendingForJob ? { next_check_at: nextCheckAt(answered, this.giveUpAfterHours) } : {}),
      ...(isDue ? { next_check_at: this.knex.raw(SOON) } : {}),
      // A checkout that ended unpaid is checked again later, because it may still be paid.
      ...(columns.ended_at === undefined ? {} : { watch_at: watchAt(answered, askedAt) }),
    }
  }

  /** The answer is doubted: the gateway is asked again to confirm it. @param row with the doubted answer */
  columnsOfDoubt(row: LedgerCheckout) {
    return row.status === "settled"
      ? { watch_at: watchAt(row) }
      : { next_check_at: nextCheckAt(row, this.giveUpAfterHours) }
  }

  /** Medusa has recorded the payment: its books are compared at the scheduled check, or now if there is none. */
  columnsOfSettled() {
    return { next_check_at: this.knex.raw("COALESCE(next_check_at, now())") }
  }

  /** Medusa changes its payment: the books are compared once that action has timed out. */
  columnsOfChangeInMedusa() {
    return { next_check_at: inMs(compareAfterMs(this.options.timeoutMs)) }
  }

  /** The books agree. @param row with the new `agreed_at` */
  columnsOfAgreement(row: LedgerCheckout) {
    return { next_check_at: nextCheckAt({ ...row, attention: null }, this.giveUpAfterHours), watch_at: watchAt(row) }
  }

  /**
   * A merchant requests a comparison of a row that is due later. `check_count` is reduced by one, so that repeated requests do not lengthen
   * the backoff.
   */
  columnsOfComparison() {
    return { next_check_at: this.knex.fn.now(), check_count: this.knex.raw(UNCOUNTED) }
  }

  /** The same for a row that is done. */
  columnsOfComparisonOfDone() {
    return { watch_at: this.knex.fn.now() }
  }

  /* ------------------------------------------------------ after the job's check */

  /**
   * Schedules the next check after a successful one, of the row as it is now: a person may have closed its case during the check. If it
   * changes between this read and the update, it keeps the date that the change has set.
   */
  async schedule(id: string): Promise<void> {
    const row = await this.cradle.checkoutRows.retrieve(id)
    await this.cradle.checkoutRows.unchanged(row).update({ next_check_at: nextCheckAt(row, this.giveUpAfterHours) })
  }

  /** Schedules the next check after a failed one. */
  async scheduleAfterFailure(row: LedgerCheckout): Promise<void> {
    await this.cradle.checkoutRows.unchanged(row).update({ next_check_at: retryCheckAt(row, this.giveUpAfterHours) })
  }

  /** The gateway was not asked: makes the row due at `at`, and undoes the claim's count. */
  async postpone(id: string, at: Date): Promise<void> {
    const check_count = this.knex.raw(UNCOUNTED)
    await this.cradle.checkoutRows.standing().where({ id }).update({ next_check_at: at, check_count })
  }

  /** Schedules another check of a row that is done; null for none. */
  async scheduleWatch(id: string, at: Date | null): Promise<void> {
    await this.cradle.checkoutRows.standing().where({ id }).update({ watch_at: at })
  }

  /**
   * Records that Medusa could not record a payment. It is retried at the scheduled time and not earlier, however often a caller asks.
   *
   * @returns the row with the new number of failures
   */
  async countFailure(row: LedgerCheckout): Promise<LedgerCheckout> {
    const failures = row.settle_failures + 1
    const again = retryFollowAt(failures)
    await this.cradle.checkoutRows
      .standing()
      .where({ id: row.id })
      .update({ settle_failures: failures, follow_after: again, next_check_at: again })
    return this.cradle.checkoutRows.retrieve(row.id)
  }
}

function inMs(ms: number): Date {
  return new Date(Date.now() + ms)
}
