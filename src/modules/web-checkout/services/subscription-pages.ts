import type { ModuleCradle } from "../cradle"
import type { SubscriptionRow } from "../subscription"
import { inStrictOrder, Table, type Filters } from "../table"

/** From here on it pays to know how many there are: a page near the end is read from the end. */
const DEEP = 5000

type Order = Record<string, string>

const NEWEST_FIRST: Order = { created_at: "DESC" }

/** One page of the list: which rows, and how many there are in all. */
export interface SubscriptionPage {
  ids: string[]
  count: number
}

/** Pages through the subscriptions, of which a store may have very many: an index alone finds a page's ids. */
export class SubscriptionPages {
  private readonly table: Table<SubscriptionRow>

  constructor({ webcheckoutSubscriptionService, baseRepository }: ModuleCradle) {
    this.table = new Table(webcheckoutSubscriptionService, baseRepository)
  }

  /** @param order newest first unless told; equals are told apart by their id */
  async page(
    filters: Filters,
    { offset, limit, order = NEWEST_FIRST }: { offset: number; limit: number; order?: Order }
  ): Promise<SubscriptionPage> {
    const counted = offset >= DEEP ? await this.table.count(filters) : undefined
    const ids = await this.find(filters, { offset, limit, order: inStrictOrder(order) }, counted)
    const isAll = offset === 0 && ids.length < limit
    return { ids, count: counted ?? (isAll ? ids.length : await this.table.count(filters)) }
  }

  private async find(
    filters: Filters,
    { offset, limit, order }: { offset: number; limit: number; order: Order },
    count: number | undefined
  ): Promise<string[]> {
    const isNearEnd = count !== undefined && offset > count / 2
    const take = isNearEnd ? Math.max(0, Math.min(limit, count - offset)) : limit
    if (take === 0) {
      return []
    }
    const page = await this.table.list(filters, {
      select: ["id"],
      skip: isNearEnd ? count - offset - take : offset,
      take,
      order: isNearEnd ? reversed(order) : order,
    })
    const ids = page.map(({ id }) => id)
    return isNearEnd ? ids.reverse() : ids
  }
}

function reversed(order: Order): Order {
  return Object.fromEntries(
    Object.entries(order).map(([field, direction]) => [field, direction.toUpperCase() === "DESC" ? "ASC" : "DESC"])
  )
}
