import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { describeCheckout } from "../../../../workflows/checkout/describe-checkout"
import { adminCheckoutFields } from "./query-config"

/** Answers with the row as the admin reads it, what can be done about it, and what was done. */
export async function answerCheckout(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse,
  fields = adminCheckoutFields
): Promise<void> {
  res.json({ checkout: await describeCheckout(req.scope, req.params.id, fields) })
}
