import type { Checkout } from "../../../gateway/schemas"
import { ANSWER_GOOD_FOR_MS } from "../rules/check-times"
import type { LedgerCheckout } from "../rules/ledger"
import type { Checkouts, RefreshedCheckout } from "./checkouts"

/**
 * Answers that somebody acts on right now. Medusa asks the provider again while it follows: it gets the answer that the same run
 * has been given a moment ago, instead of a second one.
 */
export class HeldAnswers {
  private readonly checkouts: Checkouts
  private readonly held = new Map<string, { checkout: Checkout; goodUntilMs: number }>()

  constructor({ checkouts }: { checkouts: Checkouts }) {
    this.checkouts = checkouts
  }

  /** Does some work on an answer that the gateway has just given. */
  async during<Result>({ row, checkout }: RefreshedCheckout, work: () => Promise<Result>): Promise<Result> {
    const answer = { checkout, goodUntilMs: performance.now() + ANSWER_GOOD_FOR_MS }
    this.held.set(row.id, answer)
    try {
      return await work()
    } finally {
      if (this.held.get(row.id) === answer) {
        this.held.delete(row.id)
      }
    }
  }

  /** The answer that is held for a row, and otherwise one that is asked for now. @throws what `checkouts.refresh` throws */
  async ofRow(row: LedgerCheckout): Promise<RefreshedCheckout> {
    const answer = this.held.get(row.id)
    return answer && answer.goodUntilMs > performance.now() && answer.checkout.id === row.checkout_id
      ? { row, checkout: answer.checkout }
      : this.checkouts.refresh(row)
  }
}
