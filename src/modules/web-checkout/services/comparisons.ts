import type { ModuleCradle } from "../cradle"
import type { WebCheckoutOptions } from "../options"
import type { ShownBooks } from "../rules/books"
import { reasonsThat } from "../rules/cases"
import { nextCheckAt, watchAt } from "../rules/check-times"
import type { LedgerCheckout } from "../rules/ledger"
import type { CaseRows } from "./case-rows"
import { columnsOf, type CheckoutRows } from "./checkout-rows"

/** What comparing a settled row's books has found. */
export class Comparisons {
  private readonly rows: CheckoutRows
  private readonly cases: CaseRows
  private readonly options: WebCheckoutOptions

  constructor(cradle: ModuleCradle & { checkoutRows: CheckoutRows; caseRows: CaseRows }) {
    this.rows = cradle.checkoutRows
    this.cases = cradle.caseRows
    this.options = cradle.webCheckoutOptions
  }

  /**
   * Medusa's books agree with what the gateway said last: the row is done, and cases that were about the books are over, also those that
   * a person has closed: should the books differ again, in the same way too, that is another case.
   *
   * @returns undefined when the row has changed since it was read: it is to be compared again
   */
  async recordAgreed(row: LedgerCheckout, shown: ShownBooks): Promise<LedgerCheckout | undefined> {
    const agreed_at = new Date()
    return this.rows.changed(
      this.rows
        .unchanged(row)
        .where({ status: "settled" })
        .update({
          agreed_at,
          settle_failures: 0,
          next_check_at: nextCheckAt({ ...row, attention: null, agreed_at }, this.options.reconcile.giveUpAfterHours),
          watch_at: watchAt(row),
          ...columnsOf(shown),
          updated_at: this.rows.now(),
        }),
      this.cases.endingForGood("changed", reasonsThat("endsByAgreement"))
    )
  }

  /** Medusa's books do not agree with the gateway's: what they show is kept for the statement. */
  async recordDiffering({ id, medusa_captured, medusa_refunded }: LedgerCheckout, shown: ShownBooks): Promise<void> {
    if (medusa_captured === shown.medusa_captured && medusa_refunded === shown.medusa_refunded) {
      return
    }
    await this.rows
      .standing()
      .where({ id })
      .update({ ...columnsOf(shown), updated_at: this.rows.now() })
  }
}
