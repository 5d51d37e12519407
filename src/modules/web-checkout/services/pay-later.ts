import { OwnService } from "../cradle"
import { z } from "@medusajs/framework/zod"
import type { Task, Tasks } from "./tasks"

/** The data of a cart's task. */
const remembered = z.looseObject({
  payment_session_id: z.string(),
  /** When Medusa last started to complete the cart. */
  noted_at: z.coerce.date(),
  /** The order placed from the cart, once known. */
  order_id: z.string().nullable().default(null),
  /** Whether the pay link was created and its mail queued. */
  is_seen_to: z.boolean().default(false),
})

/** A cart that was completed before it was paid. */
export type UnpaidPurchase = z.infer<typeof remembered> & { payment_collection_id: string }

/** The carts that were completed before they were paid. Each has a task until it is paid or its order is cancelled. */
export class PayLater extends OwnService<{ tasks: Tasks }> {
  /**
   * Schedules the task of a cart that is being completed. It is committed before the order is placed, so that neither a crash nor a lost
   * event leaves the order without its pay link. If an earlier completion placed no order, its task becomes due again.
   */
  async note(session: { id: string; payment_collection_id: string }): Promise<void> {
    const data = { payment_session_id: session.id, noted_at: new Date() }
    await this.cradle.tasks.schedule("process_unpaid_order", session.payment_collection_id, { data })
  }

  purchaseOf({ subject_id, data }: Task): UnpaidPurchase {
    return { ...remembered.parse(data), payment_collection_id: subject_id }
  }

  async update(
    task: Task,
    purchase: UnpaidPurchase,
    values: Partial<Pick<UnpaidPurchase, "order_id" | "is_seen_to">>
  ): Promise<UnpaidPurchase> {
    await this.cradle.tasks.remember(task, values)
    return { ...purchase, ...values }
  }
}
