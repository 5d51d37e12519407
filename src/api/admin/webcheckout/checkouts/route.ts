import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { listCheckouts } from "../../../../workflows/checkout/list-checkouts"

/**
 * The ledger, by Medusa's list conventions, with the order and the customer of each row. Of very long lists the first 5,000 are
 * counted: `is_more` says that there are others.
 */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { skip: offset, take: limit = 20, order } = req.queryConfig.pagination
  const page = { fields: req.queryConfig.fields, offset, limit, order }
  res.json({ ...(await listCheckouts(req.scope, req.filterableFields, page)), offset, limit })
}
