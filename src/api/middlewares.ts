import { defineMiddlewares } from "@medusajs/framework/http"
import { adminOrderMiddlewares } from "./admin/orders/middlewares"
import { adminCheckoutMiddlewares } from "./admin/webcheckout/checkouts/middlewares"
import { adminPayLinkMiddlewares } from "./admin/webcheckout/pay-links/middlewares"
import { adminStatementMiddlewares } from "./admin/webcheckout/statement/middlewares"
import { adminSubscriptionMiddlewares } from "./admin/webcheckout/subscriptions/middlewares"
import { storeCartMiddlewares } from "./store/carts/middlewares"
import { storeOrderMiddlewares } from "./store/webcheckout/orders/middlewares"
import { storeSubscriptionMiddlewares } from "./store/webcheckout/subscriptions/middlewares"
import { publicMiddlewares } from "./webcheckout/middlewares"

export default defineMiddlewares({
  routes: [
    ...adminOrderMiddlewares,
    ...adminCheckoutMiddlewares,
    ...adminPayLinkMiddlewares,
    ...adminStatementMiddlewares,
    ...adminSubscriptionMiddlewares,
    ...storeCartMiddlewares,
    ...storeOrderMiddlewares,
    ...storeSubscriptionMiddlewares,
    ...publicMiddlewares,
  ],
})
