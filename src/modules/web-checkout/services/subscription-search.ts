import { OwnService } from "../cradle"
import type { SubscriptionRow } from "../subscription"
import { inStrictOrder, type Filters, type PageRequest } from "../table"

/** Beyond this offset the rows are counted first, so that a page near the end can be read from the end. */
const DEEP = 5000

type Order = Record<string, string>

const NEWEST_FIRST: Order = { created_at: "DESC" }

/** Pages through the subscriptions. A store may have very many, so a page's ids are read from an index alone. */
export class SubscriptionSearch extends OwnService {
  private readonly table = this.tableOf<SubscriptionRow>("Subscription")

  /** One page of the list: the ids of its rows, and the total count. @param order default: newest first; equal rows are sorted by id */
  async page(filters: Filters, { offset, limit, order = NEWEST_FIRST }: PageRequest) {
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
