import {
  validateAndTransformQuery,
  type AuthenticatedMedusaRequest,
  type MiddlewareRoute,
} from "@medusajs/framework/http"
import { requireCustomerPolicy, subscriptionPolicy } from "../policies"
import { listSubscriptionsQueryConfig, retrieveSubscriptionQueryConfig } from "./query-config"
import {
  AdminConfirmSubscription,
  AdminCreateSubscription,
  AdminGetSubscription,
  AdminGetSubscriptionPayments,
  AdminGetSubscriptions,
  AdminResolveSubscription,
  type AdminCreateSubscriptionType,
} from "./validators"
import { validateQuery } from "../../../validate-query"
import { validateBody } from "../validate-body"

const SUBSCRIPTIONS = "/admin/webcheckout/subscriptions"

const namesCustomer = ({ validatedBody }: AuthenticatedMedusaRequest): boolean =>
  (validatedBody as AdminCreateSubscriptionType).customer_id !== undefined

/** After the query was read: how often a field may be written, and with which signs before it, is Medusa's to know. */
const customerPolicy = requireCustomerPolicy(({ queryConfig }) =>
  queryConfig.fields.some((field) => field.startsWith("customer."))
)

export const adminSubscriptionMiddlewares: MiddlewareRoute[] = [
  {
    methods: ["GET"],
    matcher: SUBSCRIPTIONS,
    middlewares: [...validateQuery(AdminGetSubscriptions, listSubscriptionsQueryConfig), customerPolicy],
    policies: subscriptionPolicy("read"),
  },
  {
    methods: ["POST"],
    matcher: SUBSCRIPTIONS,
    // The answer has the customer's name, email and phone.
    middlewares: [validateBody(AdminCreateSubscription), requireCustomerPolicy(namesCustomer)],
    policies: subscriptionPolicy("create"),
  },
  {
    methods: ["GET"],
    matcher: `${SUBSCRIPTIONS}/:id`,
    middlewares: [...validateQuery(AdminGetSubscription, retrieveSubscriptionQueryConfig), customerPolicy],
    policies: subscriptionPolicy("read"),
  },
  {
    methods: ["GET"],
    matcher: `${SUBSCRIPTIONS}/:id/payments`,
    middlewares: [validateAndTransformQuery(AdminGetSubscriptionPayments, {})],
    policies: subscriptionPolicy("read"),
  },
  {
    methods: ["POST"],
    matcher: `${SUBSCRIPTIONS}/:id/confirm`,
    middlewares: [validateBody(AdminConfirmSubscription)],
    policies: subscriptionPolicy("update"),
  },
  {
    methods: ["POST"],
    matcher: `${SUBSCRIPTIONS}/:id/resolve`,
    middlewares: [validateBody(AdminResolveSubscription)],
    policies: subscriptionPolicy("update"),
  },
  ...["sync", "pause", "resume"].map((action): MiddlewareRoute => ({
    methods: ["POST"],
    matcher: `${SUBSCRIPTIONS}/:id/${action}`,
    policies: subscriptionPolicy("update"),
  })),
  // Sending again makes a recurring link, as creating one does.
  { methods: ["POST"], matcher: `${SUBSCRIPTIONS}/:id/send-again`, policies: subscriptionPolicy("create") },
]
