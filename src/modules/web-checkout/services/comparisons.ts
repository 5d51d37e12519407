import { reasonsThat } from "../rules/case-reasons"
import type { ModuleCradle } from "../cradle"
import type { ShownBooks } from "../rules/books"
import type { LedgerCheckout } from "../rules/ledger"
import type { CaseRows } from "./case-rows"
import { columnsOf, type CheckoutRows } from "./checkout-rows"
import type { NextLook } from "./next-look"

/** What comparing a settled row's books has found. */
export class Comparisons {
  private readonly rows: CheckoutRows
  private readonly cases: CaseRows
  private readonly nextLook: NextLook

  constructor(cradle: ModuleCradle & { checkoutRows: CheckoutRows; caseRows: CaseRows; nextLook: NextLook }) {
    this.rows = cradle.checkoutRows
    this.cases = cradle.caseRows
    this.nextLook = cradle.nextLook
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
          ...this.nextLook.columnsOfAgreement({ ...row, agreed_at }),
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
