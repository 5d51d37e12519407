import { defineMiddlewares } from "@medusajs/framework/http"
import { adminOrderMiddlewares } from "./admin/orders/middlewares"
import { adminCheckoutMiddlewares } from "./admin/webcheckout/checkouts/middlewares"
import { adminStatementMiddlewares } from "./admin/webcheckout/statement/middlewares"
import { adminSubscriptionMiddlewares } from "./admin/webcheckout/subscriptions/middlewares"
import { storeCartMiddlewares } from "./store/carts/middlewares"
import { storeSubscriptionMiddlewares } from "./store/webcheckout/subscriptions/middlewares"
import { returnMiddlewares } from "./webcheckout/return/middlewares"

export default defineMiddlewares({
  routes: [
    ...adminOrderMiddlewares,
    ...adminCheckoutMiddlewares,
    ...adminStatementMiddlewares,
    ...adminSubscriptionMiddlewares,
    ...storeCartMiddlewares,
    ...storeSubscriptionMiddlewares,
    ...returnMiddlewares,
  ],
})
