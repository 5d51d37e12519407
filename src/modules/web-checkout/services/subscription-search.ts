import { OwnService } from "../cradle"
import type { SubscriptionRow } from "../subscription"
import { inStrictOrder, type Filters, type PageRequest } from "../table"

/** Beyond this offset the rows are counted first, so that a page near the end can be read from the end. */
const DEEP = 5000

/** Pages through the subscriptions. A store may have very many, so a page's ids are read from an index alone. */
export class SubscriptionSearch extends OwnService {
  private readonly table = this.tableOf<SubscriptionRow>("Subscription")

  /** One page of the list: the ids of its rows, and the total count. @param order default: newest first; equal rows are sorted by id */
  async page(filters: Filters, { offset, limit, order = { created_at: "DESC" } }: PageRequest) {
    const counted = offset >= DEEP ? await this.table.count(filters) : undefined
    const sorted = inStrictOrder(order)
    const isNearEnd = counted !== undefined && offset > counted / 2
    const take = isNearEnd ? Math.max(0, Math.min(limit, counted - offset)) : limit
    const found =
      take === 0
        ? []
        : await this.table.list(filters, {
            select: ["id"],
            skip: isNearEnd ? counted - offset - take : offset,
            take,
            order: isNearEnd ? reversed(sorted) : sorted,
          })
    const ids = (isNearEnd ? found.reverse() : found).map(({ id }) => id)
    const isAll = offset === 0 && ids.length < limit
    return { ids, count: counted ?? (isAll ? ids.length : await this.table.count(filters)) }
  }
}

function reversed(order: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(order).map(([field, direction]) => [field, direction.toUpperCase() === "DESC" ? "ASC" : "DESC"])
  )
}
