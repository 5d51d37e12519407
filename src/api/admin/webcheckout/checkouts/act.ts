import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { ATTENTION_ADVICE, type CheckoutAction, type LedgerCheckout } from "../../../../modules/web-checkout/ledger"
import { actOnCheckoutWorkflow } from "../../../../workflows/act-on-checkout"
import { settleCheckoutWorkflow } from "../../../../workflows/settle-checkout"
import { findUnrecordedRefund } from "../../../../workflows/record-outside-refund"
import { adminCheckoutFields } from "./query-config"

/**
 * Writes down who acts, then asks the gateway and lets Medusa follow. A case stays one until it is settled. `sync` does not
 * reopen what a person has closed; `place_order` is that person's own wish.
 *
 * @throws what settling throws
 */
export async function actAndSettle(req: AuthenticatedMedusaRequest, action: CheckoutAction): Promise<LedgerCheckout> {
  const { id } = req.params
  await actOnCheckoutWorkflow(req.scope).run({ input: { id, action, actor_id: req.auth_context.actor_id } })
  const { result } = await settleCheckoutWorkflow(req.scope).run({
    input: { id, force: true, ignore_wait: true, ignore_resolved: action === "place_order" },
  })
  return result.row
}

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
