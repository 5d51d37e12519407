import { validateAndTransformQuery, type MiddlewareRoute } from "@medusajs/framework/http"
import { payLinkPolicy } from "../policies"
import { validateBody } from "../validate-body"
import { AdminCreatePayLink, AdminCreatePayLinkUrl, AdminGetPayLinks } from "./validators"

const PAY_LINKS = "/admin/webcheckout/pay-links"

export const adminPayLinkMiddlewares: MiddlewareRoute[] = [
  {
    methods: ["GET"],
    matcher: PAY_LINKS,
    middlewares: [validateAndTransformQuery(AdminGetPayLinks, {})],
    policies: payLinkPolicy("read"),
  },
  {
    methods: ["POST"],
    matcher: PAY_LINKS,
    middlewares: [validateBody(AdminCreatePayLink)],
    policies: payLinkPolicy("create"),
  },
  {
    methods: ["POST"],
    matcher: `${PAY_LINKS}/:id/url`,
    middlewares: [validateBody(AdminCreatePayLinkUrl)],
    policies: payLinkPolicy("create"),
  },
  { methods: ["POST"], matcher: `${PAY_LINKS}/:id/send`, policies: payLinkPolicy("create") },
  // A link that is renewed can be paid with, as a new one.
  { methods: ["POST"], matcher: `${PAY_LINKS}/:id/renew`, policies: payLinkPolicy("create") },
  { methods: ["POST"], matcher: `${PAY_LINKS}/:id/end`, policies: payLinkPolicy("update") },
  {
    methods: ["POST"],
    matcher: `${PAY_LINKS}/:id/paid-another-way`,
    // What Medusa's route of "Mark as paid" asks for too.
    policies: [...payLinkPolicy("update"), { resource: "payment_collection", operation: "update" }],
  },
]
