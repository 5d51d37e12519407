import { validateAndTransformBody, validateAndTransformQuery, type MiddlewareRoute } from "@medusajs/framework/http"
import { listSubscriptionsQueryConfig, retrieveSubscriptionQueryConfig } from "./query-config"
import {
  AdminConfirmSubscription,
  AdminCreateSubscription,
  AdminGetSubscription,
  AdminGetSubscriptionPayments,
  AdminGetSubscriptions,
} from "./validators"

const SUBSCRIPTIONS = "/admin/webcheckout/subscriptions"

export const adminSubscriptionMiddlewares: MiddlewareRoute[] = [
  {
    method: "GET",
    matcher: SUBSCRIPTIONS,
    middlewares: [validateAndTransformQuery(AdminGetSubscriptions, listSubscriptionsQueryConfig)],
  },
  { method: "POST", matcher: SUBSCRIPTIONS, middlewares: [validateAndTransformBody(AdminCreateSubscription)] },
  {
    method: "GET",
    matcher: `${SUBSCRIPTIONS}/:id`,
    middlewares: [validateAndTransformQuery(AdminGetSubscription, retrieveSubscriptionQueryConfig)],
  },
  {
    method: "GET",
    matcher: `${SUBSCRIPTIONS}/:id/payments`,
    middlewares: [validateAndTransformQuery(AdminGetSubscriptionPayments, {})],
  },
  {
    method: "POST",
    matcher: `${SUBSCRIPTIONS}/:id/confirm`,
    middlewares: [validateAndTransformBody(AdminConfirmSubscription)],
  },
]
