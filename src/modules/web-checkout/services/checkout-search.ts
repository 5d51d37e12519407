import { OwnService } from "../own-service"
import { inStrictOrder, type Filters, type PageRequest } from "../table"
import type { CheckoutRows } from "./checkout-rows"

/** The maximum count of a list. A longer list must be filtered to page through all of it. */
export const MOST_COUNTED = 5_000

const NEWEST_FIRST = { created_at: "DESC" }

/** A search text, and the orders and carts that Medusa found for it. */
export interface SearchHits {
  text: string
  order_ids: string[]
  cart_ids: string[]
}

/** Pages through the ledger, which may hold millions of rows. */
export class CheckoutSearch extends OwnService<{ checkoutRows: CheckoutRows }> {
  /** One page of the ledger. `is_more`: the list has more rows than `count`. */
  async page(filters: Filters, { offset, limit, order = NEWEST_FIRST }: PageRequest, search?: SearchHits) {
    const { checkoutRows } = this.cradle
    const wanted = search ? { $and: [filters, matching(search)] } : filters
    const sorted = inStrictOrder(order)
    // The ids are read first, from an index that covers the filters: reading whole rows would be slow if one filter matches very many rows and
    // another excludes them. Without the one row of the next page, the page is the last.
    const listing = checkoutRows.list(wanted, { select: ["id"], skip: offset, take: limit + 1, order: sorted })
    // Most searches find less than a page and need no count. Other lists are counted while the page is read.
    const counting = search ? undefined : this.isMoreThan(MOST_COUNTED, wanted)
    const [found] = await Promise.all([listing, counting])
    const ids = found.slice(0, limit).map(({ id }) => id)
    const rows = ids.length > 0 ? await checkoutRows.list({ id: ids }, { order: sorted }) : []
    const isLastPage = found.length <= limit && (found.length > 0 || offset === 0)
    if (isLastPage) {
      return { rows, count: offset + rows.length, is_more: false }
    }
    const is_more = await (counting ?? this.isMoreThan(MOST_COUNTED, wanted))
    return { rows, count: is_more ? MOST_COUNTED : await checkoutRows.count(wanted), is_more }
  }

  /** Counts in the order `created_at`, whatever the list is sorted by, because each filter has an index in that order. */
  private async isMoreThan(count: number, filters: Filters): Promise<boolean> {
    const one = { select: ["id"], skip: count, take: 1, order: NEWEST_FIRST }
    const [beyond] = await this.cradle.checkoutRows.list(filters, one)
    return beyond !== undefined
  }
}

/** Matches any id of a payment in full; of the reference, the gateway's order id and the display id, a prefix is enough. */
function matching({ text, order_ids, cart_ids }: SearchHits): Filters {
  const ofPurchases = [{ order_id: order_ids }, { cart_id: cart_ids }]
  // The ledger stores no e-mail addresses.
  if (text.includes("@")) {
    return { $or: ofPurchases }
  }
  const beginning = `${text.replace(/[\\%_]/g, "\\$&")}%`
  const names = [
    "id",
    "request_id",
    "checkout_id",
    "cart_id",
    "order_id",
    "payment_session_id",
    "payment_collection_id",
  ]
  return {
    $or: [
      ...names.map((name) => ({ [name]: text })),
      { order_reference: { $like: beginning.toUpperCase() } },
      { gateway_order_id: { $like: beginning.toUpperCase() } },
      { display_id: { $like: beginning } },
      ...ofPurchases,
    ],
  }
}
