import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { ModuleCradle } from "../cradle"
import { sweepResultSchema, type SweepResult } from "../rules/sweep"
import { NO_SUBJECT } from "../rules/tasks"
import type { CheckoutRows } from "./checkout-rows"
import type { Tasks } from "./tasks"

/** What a sweep asks the ledger, and what the last one has found. */
export class Sweeps {
  private readonly rows: CheckoutRows
  private readonly tasks: Tasks
  private readonly environment: string

  constructor(cradle: ModuleCradle & { checkoutRows: CheckoutRows; tasks: Tasks }) {
    this.rows = cradle.checkoutRows
    this.tasks = cradle.tasks
    this.environment = cradle.webCheckoutOptions.environment
  }

  /** The checkout ids and request ids, of those given, that the ledger has. */
  async listKnown(account: string, ids: string[], requestIds: string[]): Promise<Set<string>> {
    const rows: { checkout_id: string | null; request_id: string }[] = await this.rows
      .standing()
      .where({ environment: this.environment })
      // The name of an account may change in the options; a request id is never another's.
      .where(
        (known) =>
          void known
            .where((own) => void own.where({ account }).whereIn("checkout_id", ids))
            .orWhereIn("request_id", requestIds)
      )
      .select("checkout_id", "request_id")
    return new Set(rows.flatMap(({ checkout_id, request_id }) => [request_id, checkout_id ?? []].flat()))
  }

  /** The newest checkout of an account that the ledger had before a moment: what the gateway lists after it is newer. */
  async lastIdBefore(account: string, moment: Date): Promise<string | undefined> {
    const [row] = await this.rowsOf(account)
      .whereNotNull("checkout_id")
      .where("created_at", "<", moment)
      .orderBy("created_at", "desc")
      .limit(1)
      .select<{ checkout_id: string }[]>("checkout_id")
    return row?.checkout_id
  }

  /** Whether the ledger has a checkout of an account that was created since a moment. */
  async hasAnySince(account: string, moment: Date): Promise<boolean> {
    const [row] = await this.rowsOf(account)
      .whereNotNull("checkout_id")
      .where("created_at", ">=", moment)
      .limit(1)
      .select("id")
    return row !== undefined
  }

  /** What the last sweep has found; undefined before the first. */
  async lastResult(): Promise<SweepResult | undefined> {
    const { result } = await this.tasks.dataOf("sweep", NO_SUBJECT)
    return sweepResultSchema.safeParse(result).data
  }

  private rowsOf(account: string): Knex.QueryBuilder {
    return this.rows.standing().where({ environment: this.environment, account })
  }
}
