import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { WEB_CHECKOUT } from "../../../../modules/web-checkout"
import type { WebCheckoutService } from "../../../../modules/web-checkout/service"
import { createSubscriptionWorkflow } from "../../../../workflows/create-subscription"
import { answerSubscription } from "./answer"
import type { AdminCreateSubscriptionType } from "./validators"

/**
 * The subscriptions, by Medusa's list conventions. The page's ids are found first, which an index alone answers; its rows
 * are read while the rest is counted.
 */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const service = req.scope.resolve<WebCheckoutService>(WEB_CHECKOUT)
  const filters = req.filterableFields
  const { skip: offset = 0, take: limit = 20, order } = req.queryConfig.pagination
  const counted = offset >= DEEP ? await countSubscriptions(service, filters) : undefined
  const ids = await findPage(service, filters, { offset, limit, order: withTieBreaker(order) }, counted)
  const isAll = offset === 0 && ids.length < limit
  const [subscriptions, count] = await Promise.all([
    readSubscriptions(req, ids),
    counted ?? (isAll ? ids.length : countSubscriptions(service, filters)),
  ])
  res.json({ subscriptions, count, offset, limit })
}

/** From here on it pays to know how many there are: a page near the end is read from the end. */
const DEEP = 5000

async function findPage(
  service: WebCheckoutService,
  filters: Record<string, unknown>,
  { offset, limit, order }: { offset: number; limit: number; order: Record<string, string> },
  count: number | undefined
): Promise<string[]> {
  const isNearEnd = count !== undefined && offset > count / 2
  const take = isNearEnd ? Math.max(0, Math.min(limit, count - offset)) : limit
  if (take === 0) {
    return []
  }
  const page = await service.listWebcheckoutSubscriptions(filters, {
    select: ["id"],
    skip: isNearEnd ? count - offset - take : offset,
    take,
    order: isNearEnd ? reversed(order) : order,
  })
  const ids = page.map(({ id }) => id)
  return isNearEnd ? ids.reverse() : ids
}

function reversed(order: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(order).map(([field, direction]) => [field, direction.toUpperCase() === "DESC" ? "ASC" : "DESC"])
  )
}

async function readSubscriptions(req: AuthenticatedMedusaRequest, ids: string[]) {
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "webcheckout_subscription",
    fields: ["id", ...req.queryConfig.fields],
    filters: { id: ids },
  })
  const byId = new Map(data.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

async function countSubscriptions(service: WebCheckoutService, filters: Record<string, unknown>): Promise<number> {
  const [, count] = await service.listAndCountWebcheckoutSubscriptions(filters, { select: ["id"], take: 1 })
  return count
}

/** Equals have an order too, or a row could stand on two pages and another on none. */
function withTieBreaker(order: Record<string, string> = { created_at: "DESC" }): Record<string, string> {
  return "id" in order ? order : { ...order, id: Object.values(order)[0] }
}

/** Creates a subscription. 400 with the gateway's own words when it refuses; what nobody knows answers as `unconfirmed`. */
export async function POST(
  req: AuthenticatedMedusaRequest<AdminCreateSubscriptionType>,
  res: MedusaResponse
): Promise<void> {
  const { result } = await createSubscriptionWorkflow(req.scope).run({
    input: { ...req.validatedBody, actor_id: req.auth_context.actor_id },
  })
  if (result.status === "rejected") {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      result.failure ?? "The payment service refused the subscription."
    )
  }
  await answerSubscription(req, res, result.id)
}
