import { validateAndTransformQuery, type MiddlewareRoute } from "@medusajs/framework/http"
import { checkoutPolicy } from "../policies"
import { validateBody } from "../validate-body"
import { AdminCompareStatement, AdminGetStatement } from "./validators"

const STATEMENT = "/admin/webcheckout/statement"

export const adminStatementMiddlewares: MiddlewareRoute[] = [
  {
    methods: ["GET"],
    matcher: STATEMENT,
    middlewares: [validateAndTransformQuery(AdminGetStatement, { isList: false })],
    policies: checkoutPolicy("read"),
  },
  {
    methods: ["POST"],
    matcher: `${STATEMENT}/compare`,
    middlewares: [validateBody(AdminCompareStatement)],
    policies: checkoutPolicy("update"),
  },
]
