import {
  validateAndTransformQuery,
  type AuthenticatedMedusaRequest,
  type MiddlewareFunction,
  type MiddlewareRoute,
} from "@medusajs/framework/http"
import { createSelectParams } from "@medusajs/medusa/api/utils/validators"
import { subscriptionInputSchema, type SubscriptionInput } from "../../../modules/web-checkout/subscription-input"
import { resolveCaseBody } from "../../../workflows/checkout/resolve-case"
import { isSearchByEmail } from "../../../workflows/medusa/find-purchases"
import { payLinkBody } from "../../../workflows/pay-link/create-pay-link"
import { recordOutsideRefundBody } from "../../../workflows/refund/record-outside-refund"
import { refundCaseBody } from "../../../workflows/refund/refund-case"
import { validateQuery, validateBody } from "../../validate"
import { listCheckoutsQueryConfig, retrieveCheckoutQueryConfig } from "./checkouts/query-config"
import { AdminGetCheckouts } from "./checkouts/validators"
import { AdminCreatePayLinkUrl, AdminGetPayLinks, NO_BODY } from "./pay-links/validators"
import {
  checkoutPolicy,
  payLinkPolicy,
  refundPolicy,
  requireCustomerPolicy,
  subscriptionPolicy,
} from "./policy-resources"
import { AdminCompareStatement, AdminGetStatement } from "./statement/validators"
import { listSubscriptionsQueryConfig, retrieveSubscriptionQueryConfig } from "./subscriptions/query-config"
import {
  AdminConfirmSubscription,
  AdminGetSubscriptionPayments,
  AdminGetSubscriptions,
  AdminResolveSubscription,
} from "./subscriptions/validators"

type Policies = MiddlewareRoute["policies"]

const route =
  (method: "GET" | "POST") =>
  (path: string, policies: Policies, ...middlewares: MiddlewareFunction[]): MiddlewareRoute => ({
    methods: [method],
    matcher: `/admin/webcheckout${path}`,
    middlewares,
    policies,
  })
const get = route("GET")
const post = route("POST")

const namesCustomer = ({ validatedBody }: AuthenticatedMedusaRequest): boolean =>
  (validatedBody as SubscriptionInput).customer_id !== undefined

/** Runs after Medusa has parsed the query: only Medusa's parser knows every way to name a field. */
const customerPolicy = requireCustomerPolicy(({ queryConfig }) =>
  queryConfig.fields.some((field) => field.startsWith("customer."))
)

/** Every admin route, with the policies that its user needs and the schema of its query or body. */
// prettier-ignore
export const adminMiddlewares: MiddlewareRoute[] = [
  get("/status", checkoutPolicy("read")),
  get("/setup", checkoutPolicy("read")),
  post("/setup/check", checkoutPolicy("read")),

  get("/checkouts", checkoutPolicy("read"),
    validateAndTransformQuery(AdminGetCheckouts, listCheckoutsQueryConfig),
    requireCustomerPolicy(({ filterableFields }) => isSearchByEmail(filterableFields.q))),
  get("/checkouts/:id", checkoutPolicy("read"), validateAndTransformQuery(createSelectParams(), retrieveCheckoutQueryConfig)),
  post("/checkouts/:id/sync", checkoutPolicy("update")),
  post("/checkouts/:id/place-order", checkoutPolicy("update")),
  post("/checkouts/:id/resolve", checkoutPolicy("update"), validateBody(resolveCaseBody)),
  post("/checkouts/:id/refund", refundPolicy(), validateBody(refundCaseBody)),
  post("/checkouts/:id/record-refund", refundPolicy(), validateBody(recordOutsideRefundBody)),

  get("/statement", checkoutPolicy("read"), validateAndTransformQuery(AdminGetStatement, { isList: false })),
  post("/statement/compare", checkoutPolicy("update"), validateBody(AdminCompareStatement)),

  get("/pay-links", payLinkPolicy("read"), validateAndTransformQuery(AdminGetPayLinks, {})),
  post("/pay-links", payLinkPolicy("create"), validateBody(payLinkBody)),
  post("/pay-links/:id/url", payLinkPolicy("create"), validateBody(AdminCreatePayLinkUrl)),
  post("/pay-links/:id/send", payLinkPolicy("create"), validateBody(NO_BODY)),
  // A renewed link can be paid, like a new one, so it needs the same policy.
  post("/pay-links/:id/renew", payLinkPolicy("create"), validateBody(NO_BODY)),
  post("/pay-links/:id/end", payLinkPolicy("update"), validateBody(NO_BODY)),
  // What Medusa's route of "Mark as paid" asks for too.
  post("/pay-links/:id/paid-another-way", [...payLinkPolicy("update"), { resource: "payment_collection", operation: "update" }],
    validateBody(NO_BODY)),

  get("/subscriptions", subscriptionPolicy("read"),
    ...validateQuery(AdminGetSubscriptions, listSubscriptionsQueryConfig), customerPolicy),
  // The answer has the customer's name, email and phone.
  post("/subscriptions", subscriptionPolicy("create"), validateBody(subscriptionInputSchema), requireCustomerPolicy(namesCustomer)),
  get("/subscriptions/:id", subscriptionPolicy("read"),
    ...validateQuery(createSelectParams(), retrieveSubscriptionQueryConfig), customerPolicy),
  get("/subscriptions/:id/payments", subscriptionPolicy("read"), validateAndTransformQuery(AdminGetSubscriptionPayments, {})),
  post("/subscriptions/:id/confirm", subscriptionPolicy("update"), validateBody(AdminConfirmSubscription)),
  post("/subscriptions/:id/resolve", subscriptionPolicy("update"), validateBody(AdminResolveSubscription)),
  ...["sync", "pause", "resume"].map((action) => post(`/subscriptions/:id/${action}`, subscriptionPolicy("update"))),
  // Sending again makes a recurring link, as creating one does.
  post("/subscriptions/:id/send-again", subscriptionPolicy("create")),
]
