import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { adminSubscriptionFields } from "./query-config"

/** Answers with a subscription as the admin reads it, and what was done about it. @throws MedusaError NOT_FOUND */
export async function answerSubscription(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse,
  id: string,
  fields = adminSubscriptionFields
): Promise<void> {
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph(
    { entity: "webcheckout_subscription", fields, filters: { id } },
    { throwIfKeyNotFound: true }
  )
  const { data: actions } = await query.graph({
    entity: "webcheckout_subscription_action",
    fields: ["id", "action", "actor_id", "note", "created_at"],
    filters: { webcheckout_subscription_id: id },
    pagination: { order: { created_at: "ASC" } },
  })
  res.json({ subscription: { ...data[0], actions } })
}
