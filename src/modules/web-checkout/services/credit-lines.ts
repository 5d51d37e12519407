import { sumOfAmounts } from "../../../gateway/money"
import { OwnService } from "../own-service"
import { readCredited, type OrderState } from "../purchase/order"
import type { Query } from "../purchase/query"
import { creditOf } from "../rules/compare-books"
import { z } from "@medusajs/framework/zod"
import { workLostAfterMs } from "../rules/check-times"
import type { Task, Tasks } from "./tasks"

/** By id of Medusa's refund: the credit that it should add, and the order's credit before it. */
const expectedCredits = z.record(z.string(), z.looseObject({ credit: z.string(), before: z.string() }))

/**
 * Medusa credits an order for a refund in the last step of its refund workflow. The amount can be computed only before the refund, so the
 * order's task stores it, and adds the missing credit if the process dies in between.
 */
export class CreditLines extends OwnService<{ tasks: Tasks }> {
  /**
   * Stores the credit that Medusa will add to an order for refunds that are about to be made. The order's task checks it once no process can
   * still be adding it. A cancelled order gets none, because Medusa's refund workflow adds none there.
   *
   * @param refunds Medusa's; amounts in major units
   * @returns the credit, "0" for none
   */
  async expect(query: Query, order: OrderState, refunds: { id: string; amount: string }[]): Promise<string> {
    const credit = order.isCanceled ? "0" : creditOf(sumOfAmounts(refunds), order.pending)
    if (credit !== "0") {
      const before = await readCredited(query, order.id)
      // There is one credit for all refunds, so it is stored with the first one.
      const expected = refunds.map(({ id }, index) => [id, { credit: index === 0 ? credit : "0", before }])
      await this.cradle.tasks.schedule("add_credit_lines", order.id, {
        at: new Date(Date.now() + workLostAfterMs(this.options.timeoutMs)),
        data: Object.fromEntries(expected),
      })
    }
    return credit
  }

  /** The expected credits that a task stores, as decimal text in major units; `before` is the order's credit before the refund. */
  expectedBy({ data }: Task) {
    return Object.entries(expectedCredits.parse(data)).map(([refund_id, expected]) => ({ refund_id, ...expected }))
  }
}
