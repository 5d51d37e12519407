import type { DAL, FindConfig, IMedusaInternalService, InferTypeOf } from "@medusajs/framework/types"
import type { DmlEntity } from "@medusajs/framework/utils"

/** What the module's container holds for each model; it answers entities. */
export type ModelService = Pick<IMedusaInternalService<object>, "list" | "listAndCount" | "retrieve" | "create">

/** Which rows of a list are wanted, by Medusa's conventions. */
export interface PageRequest {
  offset: number
  limit: number
  /** Default: newest first. */
  order?: Record<string, string>
}

/** The same, and the fields that are wanted of each row. */
export interface ListPage extends PageRequest {
  fields: string[]
}

export type Filters = Record<string, unknown>

export type ListConfig = Pick<FindConfig<object>, "select" | "skip" | "take" | "order">

/** Equals have an order too, or a row could stand on two pages of a list and another on none. */
export function inStrictOrder(order: Record<string, string>): Record<string, string> {
  return "id" in order ? order : { ...order, id: Object.values(order)[0] ?? "DESC" }
}

/** One of the module's tables: its rows as plain objects. */
export class Table<Row extends object> {
  constructor(
    private readonly rows: ModelService,
    private readonly repository: DAL.RepositoryService
  ) {}

  /** The filters are copied: Medusa's service takes `q` out of what it is given. */
  async list(filters: Filters, config: ListConfig = {}): Promise<Row[]> {
    return this.repository.serialize<Row[]>(await this.rows.list({ ...filters }, config))
  }

  async first(filters: Filters, order?: Record<string, string>): Promise<Row | undefined> {
    const [row] = await this.list(filters, { take: 1, ...(order ? { order } : {}) })
    return row
  }

  async count(filters: Filters): Promise<number> {
    const [, count] = await this.rows.listAndCount({ ...filters }, { select: ["id"], take: 1 })
    return count
  }

  /** @throws MedusaError NOT_FOUND */
  async retrieve(id: string): Promise<Row> {
    return this.repository.serialize<Row>(await this.rows.retrieve(id))
  }

  async create(row: Record<string, unknown>): Promise<Row> {
    return this.repository.serialize<Row>(await this.rows.create(row))
  }
}

/** Columns that `RowOf` leaves out; a row type that needs one adds it. */
type OmittedColumns = "updated_at" | "deleted_at" | `raw_${string}`

/** A row of a model, as the services read it. Amounts in major units. */
// oxlint-disable-next-line typescript/no-explicit-any -- every model
export type RowOf<Model extends DmlEntity<any, any>> = {
  [Name in keyof InferTypeOf<Model> as Exclude<Name, OmittedColumns>]: InferTypeOf<Model>[Name]
}
