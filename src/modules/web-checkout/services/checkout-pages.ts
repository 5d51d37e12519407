import type { ModuleCradle } from "../cradle"
import type { LedgerCheckout } from "../rules/ledger"
import { inStrictOrder, type Filters } from "../table"
import type { CheckoutRows } from "./checkout-rows"

/** The most rows that are counted and can be paged through; a longer list has to be filtered. */
export const MOST_COUNTED = 5_000

/** What a search text may stand for besides the ledger's own names: found in Medusa beforehand. */
export interface SearchHits {
  text: string
  order_ids: string[]
  cart_ids: string[]
}

/** Which page of the ledger, by Medusa's list conventions. */
export interface CheckoutPageRequest {
  offset: number
  limit: number
  /** newest first unless told */
  order?: Record<string, string>
}

/** One page of the ledger. */
export interface CheckoutPage {
  rows: LedgerCheckout[]
  count: number
  /** There are more than `count`: they were not counted. */
  is_more: boolean
}

/** Pages through the ledger, which may hold millions of rows. */
export class CheckoutPages {
  private readonly rows: CheckoutRows

  constructor({ checkoutRows }: ModuleCradle & { checkoutRows: CheckoutRows }) {
    this.rows = checkoutRows
  }

  async page(filters: Filters, request: CheckoutPageRequest, search?: SearchHits): Promise<CheckoutPage> {
    const { offset, limit } = request
    const wanted = search ? { $and: [filters, matching(search)] } : filters
    // Most searches find less than a page, and are not counted. Other lists are, while the page is read.
    const counting = search ? undefined : this.isMoreThan(MOST_COUNTED, wanted)
    const [found] = await Promise.all([this.listPageAndOne(wanted, request), counting])
    const rows = found.slice(0, limit)
    const isLastPage = found.length <= limit && (found.length > 0 || offset === 0)
    if (isLastPage) {
      return { rows, count: offset + rows.length, is_more: false }
    }
    const is_more = await (counting ?? this.isMoreThan(MOST_COUNTED, wanted))
    return { rows, count: is_more ? MOST_COUNTED : await this.rows.count(wanted), is_more }
  }

  /**
   * A page, and one row of the next: where there is none it was the last. The ids come first, off an index that holds what is filtered
   * by; the rows of one filter may be very many, and none of them what another one wants.
   */
  private async listPageAndOne(
    wanted: Filters,
    { offset, limit, order = { created_at: "DESC" } }: CheckoutPageRequest
  ): Promise<LedgerCheckout[]> {
    const sorted = inStrictOrder(order)
    const found = await this.rows.list(wanted, { select: ["id"], skip: offset, take: limit + 1, order: sorted })
    return found.length > 0 ? this.rows.list({ id: found.map(({ id }) => id) }, { order: sorted }) : []
  }

  /** Each filter has an index in this order, whatever the list is sorted by. */
  private async isMoreThan(count: number, filters: Filters): Promise<boolean> {
    const [beyond] = await this.rows.list(filters, {
      select: ["id"],
      skip: count,
      take: 1,
      order: { created_at: "DESC" },
    })
    return beyond !== undefined
  }
}

/** Every name that a payment goes by, whole; of the reference and the short id the beginning is enough. */
function matching({ text, order_ids, cart_ids }: SearchHits): Filters {
  const ofPurchases = [{ order_id: order_ids }, { cart_id: cart_ids }]
  // An e-mail address is none of the ledger's own names.
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
