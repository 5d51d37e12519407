import { z } from "@medusajs/framework/zod"
import type { Task, Tasks } from "./tasks"

/** What a cart's task remembers of it. */
const remembered = z.looseObject({
  payment_session_id: z.string(),
  /** When Medusa last began to complete the cart. */
  noted_at: z.coerce.date(),
  /** The order that it has become, once that is known. */
  order_id: z.string().nullable().default(null),
  /** Whether its link is made, and the mail with it on its way. */
  is_seen_to: z.boolean().default(false),
})

/** A cart that was completed without being paid yet. */
export type UnpaidPurchase = z.infer<typeof remembered> & { payment_collection_id: string }

/** The carts that were completed without being paid yet: each is a task, until it is paid or its order is cancelled. */
export class PayLater {
  private readonly tasks: Tasks

  constructor({ tasks }: { tasks: Tasks }) {
    this.tasks = tasks
  }

  /**
   * A cart is being completed: written before its order is placed, so that no kill and no lost event leaves the order without its
   * link. One that was tried before, and became no order, is due anew.
   */
  async note(session: { id: string; payment_collection_id: string }): Promise<void> {
    const data = { payment_session_id: session.id, noted_at: new Date() }
    await this.tasks.schedule("see_to_unpaid_order", session.payment_collection_id, { data })
  }

  purchaseOf({ subject_id, data }: Task): UnpaidPurchase {
    return { ...remembered.parse(data), payment_collection_id: subject_id }
  }

  async update(
    task: Task,
    purchase: UnpaidPurchase,
    values: Partial<Pick<UnpaidPurchase, "order_id" | "is_seen_to">>
  ): Promise<UnpaidPurchase> {
    await this.tasks.remember(task, values)
    return { ...purchase, ...values }
  }
}
