import { authenticate, validateAndTransformQuery, type MiddlewareRoute } from "@medusajs/framework/http"
import { createFindParams } from "@medusajs/medusa/api/utils/validators"

/** What a customer may read of their own. */
const fields = [
  "id",
  "status",
  "description",
  "amount",
  "currency_code",
  "start_date",
  "end_date",
  "send_on_hour",
  "send_every",
  "created_at",
]

export const storeSubscriptionMiddlewares: MiddlewareRoute[] = [
  {
    methods: ["GET"],
    matcher: "/store/webcheckout/subscriptions",
    middlewares: [
      authenticate("customer", ["session", "bearer"]),
      validateAndTransformQuery(createFindParams({ limit: 20, offset: 0 }), {
        defaults: fields,
        allowed: fields,
        isList: true,
        defaultLimit: 20,
      }),
    ],
  },
]
