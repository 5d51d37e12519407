import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { listCheckouts } from "../../../../workflows/checkout/list-checkouts"

/**
 * The ledger, by Medusa's list conventions, with the order and the customer of each row. Of very long lists the first 10,000 are
 * counted: `is_more` says that there are others.
 */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { skip: offset, take: limit = 20, order } = req.queryConfig.pagination
  const { rows, count, is_more } = await listCheckouts(req.scope, req.filterableFields, { offset, limit, order })
  const shown = new Set(["id", "order", "customer", ...req.queryConfig.fields])
  const checkouts = rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => shown.has(name))))
  res.json({ checkouts, count, is_more, offset, limit })
}
