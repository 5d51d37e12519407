import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { invalidData } from "../../modules/web-checkout/errors"
import { MOST_COUNTED } from "../../modules/web-checkout/services/checkout-search"
import type { ListPage } from "../../modules/web-checkout/table"
import { readPurchasesOf } from "../medusa/read-purchases"
import { findPurchases } from "../medusa/find-purchases"

/** What of the ledger is wanted: its columns, or a text that a person has typed. */
export interface CheckoutListFilters extends Record<string, unknown> {
  q?: string
  /** rows with a case, or those without */
  needs_person?: boolean
}

/**
 * One page of the ledger, with the order and the customer behind each row. `q` is the beginning of a reference, or the whole
 * of an order's number, an e-mail address, or any id.
 *
 * @param page `fields` are the columns of the ledger that are wanted
 * @throws MedusaError INVALID_DATA beyond what can be paged through
 */
export async function listCheckouts(
  container: MedusaContainer,
  { q, needs_person, ...filters }: CheckoutListFilters,
  { fields, ...page }: ListPage
) {
  if (page.offset >= MOST_COUNTED) {
    throw invalidData([{ field: "offset", rule: `must be below ${MOST_COUNTED}; narrow the list down by filters` }])
  }
  const text = q?.trim() ?? ""
  const found = text === "" ? undefined : await findPurchases(container, text)
  const isByPerson = needs_person !== undefined && filters.attention === undefined
  const attention = isByPerson ? { attention: needs_person ? { $ne: null } : null } : {}
  const { rows, count, is_more } = await container
    .resolve(WEB_CHECKOUT)
    .checkoutSearch.page({ ...filters, ...attention }, page, found && { text, ...found })
  const purchases = await readPurchasesOf(container, rows, found?.orders)
  const shown = new Set(["id", "order", "customer", ...fields])
  const checkouts = rows.map((row) =>
    Object.fromEntries(Object.entries({ ...row, ...purchases.get(row.id) }).filter(([name]) => shown.has(name)))
  )
  return { checkouts, count, is_more }
}
