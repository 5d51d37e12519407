import { EXISTING } from "../../../../modules/web-checkout/rules/subscription-states"
import { listSubscriptions } from "../../../../workflows/subscription/list-subscriptions"
import { listRoute } from "../../../route-makers"

/** The signed-in customer's own subscriptions. Failed attempts to create one are not listed. */
export const GET = listRoute(listSubscriptions, ({ auth_context }) => ({
  customer_id: auth_context.actor_id,
  status: [...EXISTING],
}))
