import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import type { ListPage } from "../../modules/web-checkout/table"
import { shownAction } from "../../modules/web-checkout/rules/time-line"

/** One page of the subscriptions with the requested fields, including those of linked modules, and the total count. */
export async function listSubscriptions(
  container: MedusaContainer,
  filters: Record<string, unknown>,
  { fields, ...page }: ListPage
) {
  const { ids, count } = await container.resolve(WEB_CHECKOUT).subscriptions.page(filters, page)
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "webcheckout_subscription",
    fields: ["id", ...fields],
    filters: { id: ids },
  })
  const byId = new Map(data.map((row) => [row.id, row]))
  return { subscriptions: ids.flatMap((id) => byId.get(id) ?? []), count }
}

/** One subscription with the requested fields and its history. @throws MedusaError NOT_FOUND */
export async function describeSubscription(container: MedusaContainer, id: string, fields: string[]) {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph(
    { entity: "webcheckout_subscription", fields, filters: { id } },
    { throwIfKeyNotFound: true }
  )
  const history = await container.resolve(WEB_CHECKOUT).history.list([id])
  return { ...data[0], actions: history.map(shownAction) }
}
