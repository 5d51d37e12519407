import { z } from "@medusajs/framework/zod"
import type { ModuleCradle } from "../cradle"
import type { WebCheckoutOptions } from "../options"
import { workLostAfterMs } from "../rules/check-times"
import type { Task, Tasks } from "./tasks"

/** By Medusa's refund: what it was to be credited, and what its order had as credit before. */
const expectedCredits = z.record(z.string(), z.looseObject({ credit: z.string(), before: z.string() }))

/** What an order is to be credited for a refund. Decimal text in major units. */
export interface ExpectedCredit {
  /** Medusa's refund. */
  refund_id: string
  credit: string
  /** What the order had been credited before it. */
  before: string
}

/**
 * Medusa gives an order credit for what goes back of it, in its refund's last step. How much that will be can be known only before the
 * refund: the order's task remembers it, and makes up for it should the process die in between.
 */
export class Credits {
  private readonly tasks: Tasks
  private readonly options: WebCheckoutOptions

  constructor(cradle: ModuleCradle & { tasks: Tasks }) {
    this.tasks = cradle.tasks
    this.options = cradle.webCheckoutOptions
  }

  /** A refund is about to be made. It is looked at once no process can be at it any more. */
  async expect(orderId: string, { refund_id, credit, before }: ExpectedCredit): Promise<void> {
    await this.tasks.schedule("credit_refunds", orderId, {
      at: new Date(Date.now() + workLostAfterMs(this.options.timeoutMs)),
      data: { [refund_id]: { credit, before } },
    })
  }

  expectedBy({ data }: Task): ExpectedCredit[] {
    return Object.entries(expectedCredits.parse(data)).map(([refund_id, expected]) => ({ refund_id, ...expected }))
  }
}
