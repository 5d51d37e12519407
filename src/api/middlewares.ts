import { defineMiddlewares } from "@medusajs/framework/http"
import { adminOrderMiddlewares } from "./admin/orders/middlewares"
import { adminMiddlewares } from "./admin/webcheckout/middlewares"
import { storeCartMiddlewares } from "./store/carts/middlewares"
import { storeMiddlewares } from "./store/webcheckout/middlewares"
import { publicMiddlewares } from "./webcheckout/middlewares"

export default defineMiddlewares({
  routes: [
    ...adminOrderMiddlewares,
    ...adminMiddlewares,
    ...storeCartMiddlewares,
    ...storeMiddlewares,
    ...publicMiddlewares,
  ],
})
