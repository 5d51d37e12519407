import { validateAndTransformQuery, type MiddlewareRoute } from "@medusajs/framework/http"
import { checkoutPolicy, refundPolicy, requireCustomerPolicy } from "../policies"
import { listCheckoutsQueryConfig, retrieveCheckoutQueryConfig } from "./query-config"
import {
  AdminGetCheckout,
  AdminGetCheckouts,
  AdminRecordRefund,
  AdminRefundCase,
  AdminResolveCheckout,
} from "./validators"
import { isSearchByEmail } from "../../../../workflows/medusa/find-purchases"
import { validateBody } from "../validate-body"

const CHECKOUTS = "/admin/webcheckout/checkouts"

export const adminCheckoutMiddlewares: MiddlewareRoute[] = [
  { methods: ["GET"], matcher: "/admin/webcheckout/status", policies: checkoutPolicy("read") },
  { methods: ["GET"], matcher: "/admin/webcheckout/setup", policies: checkoutPolicy("read") },
  { methods: ["POST"], matcher: "/admin/webcheckout/setup/check", policies: checkoutPolicy("read") },
  {
    methods: ["GET"],
    matcher: CHECKOUTS,
    middlewares: [
      validateAndTransformQuery(AdminGetCheckouts, listCheckoutsQueryConfig),
      requireCustomerPolicy(({ filterableFields }) => isSearchByEmail(filterableFields.q)),
    ],
    policies: checkoutPolicy("read"),
  },
  {
    methods: ["GET"],
    matcher: `${CHECKOUTS}/:id`,
    middlewares: [validateAndTransformQuery(AdminGetCheckout, retrieveCheckoutQueryConfig)],
    policies: checkoutPolicy("read"),
  },
  { methods: ["POST"], matcher: `${CHECKOUTS}/:id/sync`, policies: checkoutPolicy("update") },
  { methods: ["POST"], matcher: `${CHECKOUTS}/:id/place-order`, policies: checkoutPolicy("update") },
  {
    methods: ["POST"],
    matcher: `${CHECKOUTS}/:id/resolve`,
    middlewares: [validateBody(AdminResolveCheckout)],
    policies: checkoutPolicy("update"),
  },
  {
    methods: ["POST"],
    matcher: `${CHECKOUTS}/:id/refund`,
    middlewares: [validateBody(AdminRefundCase)],
    policies: refundPolicy(),
  },
  {
    methods: ["POST"],
    matcher: `${CHECKOUTS}/:id/record-refund`,
    middlewares: [validateBody(AdminRecordRefund)],
    policies: refundPolicy(),
  },
]
