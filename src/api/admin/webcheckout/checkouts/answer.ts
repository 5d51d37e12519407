import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { ATTENTION_ADVICE } from "../../../../modules/web-checkout/rules/cases"
import { findUnrecordedRefund } from "../../../../workflows/refund/find-unrecorded-refund"
import { adminCheckoutFields } from "./query-config"

/** Answers with the row as the admin reads it, what to do about it, and what was done. */
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
  const { data: actions } = await query.graph({
    entity: "webcheckout_action",
    fields: ["id", "action", "actor_id", "note", "created_at"],
    filters: { ledger_id: req.params.id },
    pagination: { order: { created_at: "ASC" } },
  })
  const [checkout] = data
  const unrecorded_refund = await findUnrecordedRefund(req.scope, req.params.id)
  res.json({ checkout: { ...checkout, advice: adviceFor(checkout.attention), unrecorded_refund, actions } })
}

function adviceFor(attention: unknown): string | null {
  const known = Object.entries(ATTENTION_ADVICE).find(([reason]) => reason === attention)
  return known?.[1] ?? null
}
