import { OwnService } from "../cradle"
import { z } from "@medusajs/framework/zod"
import { workLostAfterMs } from "../rules/check-times"
import type { Task, Tasks } from "./tasks"

/** By id of Medusa's refund: the credit that it should add, and the order's credit before it. */
const expectedCredits = z.record(z.string(), z.looseObject({ credit: z.string(), before: z.string() }))

/** The credit that an order should receive for a refund. Decimal text in major units. */
export interface ExpectedCredit {
  /** The id of Medusa's refund. */
  refund_id: string
  credit: string
  /** The order's credit before the refund. */
  before: string
}

/**
 * Medusa credits an order for a refund in the last step of its refund workflow. The amount can be computed only before the refund, so the
 * order's task stores it, and adds the missing credit if the process dies in between.
 */
export class CreditLines extends OwnService<{ tasks: Tasks }> {
  /** Stores the expected credit before a refund. The task checks it once no process can still be working on the refund. */
  async expect(orderId: string, { refund_id, credit, before }: ExpectedCredit): Promise<void> {
    await this.cradle.tasks.schedule("add_credit_lines", orderId, {
      at: new Date(Date.now() + workLostAfterMs(this.options.timeoutMs)),
      data: { [refund_id]: { credit, before } },
    })
  }

  expectedBy({ data }: Task): ExpectedCredit[] {
    return Object.entries(expectedCredits.parse(data)).map(([refund_id, expected]) => ({ refund_id, ...expected }))
  }
}
