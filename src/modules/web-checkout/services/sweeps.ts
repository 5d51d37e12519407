import { OwnService } from "../cradle"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { sweepResultSchema, type SweepResult } from "../rules/sweep"
import { NO_SUBJECT } from "../rules/task-kinds"
import type { CheckoutRows } from "./checkout-rows"
import type { Tasks } from "./tasks"

/** The ledger queries of a sweep, and the result of the last sweep. */
export class Sweeps extends OwnService<{ checkoutRows: CheckoutRows; tasks: Tasks }> {
  /** Filters checkout ids and request ids: returns those that are in the ledger. */
  async listKnown(account: string, ids: string[], requestIds: string[]): Promise<Set<string>> {
    const rows: { checkout_id: string | null; request_id: string }[] = await this.cradle.checkoutRows
      .standing()
      .where({ environment: this.environment })
      // An account may be renamed in the options. Request ids are unique, so they are matched without the account.
      .where(
        (known) =>
          void known
            .where((own) => void own.where({ account }).whereIn("checkout_id", ids))
            .orWhereIn("request_id", requestIds)
      )
      .select("checkout_id", "request_id")
    return new Set(rows.flatMap(({ checkout_id, request_id }) => [request_id, checkout_id ?? []].flat()))
  }

  /** The newest checkout of an account created before a moment. The gateway lists newer checkouts after it. */
  async lastIdBefore(account: string, moment: Date): Promise<string | undefined> {
    const [row] = await this.rowsOf(account)
      .whereNotNull("checkout_id")
      .where("created_at", "<", moment)
      .orderBy("created_at", "desc")
      .limit(1)
      .select<{ checkout_id: string }[]>("checkout_id")
    return row?.checkout_id
  }

  /** Whether the ledger has a checkout of an account created at or after a moment. */
  async hasAnySince(account: string, moment: Date): Promise<boolean> {
    const [row] = await this.rowsOf(account)
      .whereNotNull("checkout_id")
      .where("created_at", ">=", moment)
      .limit(1)
      .select("id")
    return row !== undefined
  }

  /** The result of the last sweep; undefined before the first. */
  async lastResult(): Promise<SweepResult | undefined> {
    const { result } = await this.cradle.tasks.dataOf("sweep", NO_SUBJECT)
    return sweepResultSchema.safeParse(result).data
  }

  private rowsOf(account: string): Knex.QueryBuilder {
    return this.cradle.checkoutRows.standing().where({ environment: this.environment, account })
  }
}
