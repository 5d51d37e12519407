import { OwnService } from "../cradle"
import { reasonsThat } from "../rules/case-reasons"
import type { ShownBooks } from "../rules/books"
import type { LedgerCheckout } from "../rules/ledger"
import type { Cases } from "./cases"
import { columnsOf, type CheckoutRows } from "./checkout-rows"
import type { NextLook } from "./next-look"

/** Records the results of comparing the gateway's and Medusa's books for settled rows. */
export class Comparisons extends OwnService<{ checkoutRows: CheckoutRows; cases: Cases; nextLook: NextLook }> {
  /**
   * Records that Medusa's books agree with the gateway's last answer: the row is done, and cases about the books are closed. Closed cases
   * are forgotten too, so that a later difference, even the same one, opens a new case.
   *
   * @returns undefined if the row has changed since it was read and must be compared again
   */
  async recordAgreed(row: LedgerCheckout, shown: ShownBooks): Promise<LedgerCheckout | undefined> {
    const agreed_at = new Date()
    return this.cradle.checkoutRows.changed(
      this.cradle.checkoutRows
        .unchanged(row)
        .where({ status: "settled" })
        .update({
          agreed_at,
          settle_failures: 0,
          ...this.cradle.nextLook.columnsOfAgreement({ ...row, agreed_at }),
          ...columnsOf(shown),
          updated_at: this.cradle.checkoutRows.now(),
        }),
      this.cradle.cases.endingForGood("changed", reasonsThat("endsByAgreement"))
    )
  }

  /** Stores the amounts in Medusa's books, for the statement, if they differ from the gateway's. */
  async recordDiffering({ id, medusa_captured, medusa_refunded }: LedgerCheckout, shown: ShownBooks): Promise<void> {
    if (medusa_captured !== shown.medusa_captured || medusa_refunded !== shown.medusa_refunded) {
      await this.cradle.checkoutRows.update({ id }, columnsOf(shown))
    }
  }
}
