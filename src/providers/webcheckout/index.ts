import { ModuleProvider, Modules } from "@medusajs/framework/utils"
import { WebCheckoutProviderService } from "./service"

/** The payment provider `webcheckout`, for `providers` of the payment module in medusa-config. */
export default ModuleProvider(Modules.PAYMENT, { services: [WebCheckoutProviderService] })
