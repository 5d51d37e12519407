import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { shownAction } from "../../modules/web-checkout/rules/time-line"

/** One subscription with the fields that are wanted, and who did what about it. @throws MedusaError NOT_FOUND */
export async function describeSubscription(container: MedusaContainer, id: string, fields: string[]) {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph(
    { entity: "webcheckout_subscription", fields, filters: { id } },
    { throwIfKeyNotFound: true }
  )
  const history = await container.resolve(WEB_CHECKOUT).history.list([id])
  return { ...data[0], actions: history.map(shownAction) }
}
