import { defineMiddlewares } from "@medusajs/framework/http"
import { adminCheckoutMiddlewares } from "./admin/webcheckout/checkouts/middlewares"

export default defineMiddlewares({ routes: [...adminCheckoutMiddlewares] })
