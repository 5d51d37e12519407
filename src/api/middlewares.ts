import { defineMiddlewares } from "@medusajs/framework/http"
import { adminCheckoutMiddlewares } from "./admin/webcheckout/checkouts/middlewares"
import { storeCartMiddlewares } from "./store/carts/middlewares"

export default defineMiddlewares({ routes: [...adminCheckoutMiddlewares, ...storeCartMiddlewares] })
