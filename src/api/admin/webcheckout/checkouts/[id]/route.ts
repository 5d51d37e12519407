import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

/** One ledger row. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph(
    { entity: "webcheckout_checkout", filters: { id: req.params.id }, ...req.queryConfig },
    { throwIfKeyNotFound: true }
  )
  res.json({ checkout: data[0] })
}
