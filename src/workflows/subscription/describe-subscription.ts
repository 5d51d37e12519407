import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { WEB_CHECKOUT } from "../../modules/web-checkout"

/** One subscription with the fields that are wanted, and who did what about it. @throws MedusaError NOT_FOUND */
export async function describeSubscription(container: MedusaContainer, id: string, fields: string[]) {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph(
    { entity: "webcheckout_subscription", fields, filters: { id } },
    { throwIfKeyNotFound: true }
  )
  const history = await container.resolve(WEB_CHECKOUT).history.list([id])
  const actions = history.map(({ id, what, actor_id, note, created_at }) => ({
    id,
    action: what,
    actor_id,
    note,
    created_at,
  }))
  return { ...data[0], actions }
}
