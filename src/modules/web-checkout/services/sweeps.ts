import { OwnService } from "../own-service"
import { sweepResultSchema, type SweepResult } from "../rules/swept-checkouts"
import { NO_SUBJECT } from "../rules/tasks"
import type { CheckoutRows } from "./checkout-rows"
import type { Tasks } from "./tasks"

/** The ledger queries of a sweep, and the result of the last sweep. */
export class Sweeps extends OwnService<{ checkoutRows: CheckoutRows; tasks: Tasks }> {
  /** Filters checkout ids and request ids: returns those that are in the ledger. */
  async listKnown(account: string, ids: string[], requestIds: string[]): Promise<Set<string>> {
    const rows = await this.cradle.checkoutRows.list(
      // An account may be renamed in the options. Request ids are unique, so they are matched without the account.
      { environment: this.environment, $or: [{ account, checkout_id: ids }, { request_id: requestIds }] },
      { select: ["id", "checkout_id", "request_id"] }
    )
    return new Set(rows.flatMap(({ checkout_id, request_id }) => [request_id, checkout_id ?? []].flat()))
  }

  /**
   * The gateway's id of an account's newest checkout in the ledger; undefined if there is none.
   *
   * @param created_at `$lt`: a sweep starts at that checkout, because the gateway lists newer ones after it. `$gte`: the sweep should have seen it
   */
  async newestCheckoutId(account: string, created_at: { $lt: Date } | { $gte: Date }): Promise<string | undefined> {
    const filters = { environment: this.environment, account, checkout_id: { $ne: null }, created_at }
    const [row] = await this.cradle.checkoutRows.list(filters, { take: 1, order: { created_at: "DESC" } })
    return row?.checkout_id ?? undefined
  }

  /** The result of the last sweep; undefined before the first. */
  async lastResult(): Promise<SweepResult | undefined> {
    const { result } = await this.cradle.tasks.dataOf("sweep", NO_SUBJECT)
    return sweepResultSchema.safeParse(result).data
  }
}
