import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

/** One subscription with the fields that are wanted, and who did what about it. @throws MedusaError NOT_FOUND */
export async function describeSubscription(container: MedusaContainer, id: string, fields: string[]) {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
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
  return { ...data[0], actions }
}
