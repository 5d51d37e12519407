import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { describeCheckout } from "../../../../workflows/checkout/describe-checkout"
import { adminCheckoutFields } from "./query-config"

/** Answers with the row as the admin reads it, what can be done about it, and what was done. */
export async function answerCheckout(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse,
  fields = adminCheckoutFields
): Promise<void> {
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph(
    { entity: "webcheckout_checkout", fields, filters: { id: req.params.id } },
    { throwIfKeyNotFound: true }
  )
  res.json({ checkout: { ...data[0], ...(await describeCheckout(req.scope, req.params.id)) } })
}
