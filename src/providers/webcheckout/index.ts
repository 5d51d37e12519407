import { ModuleProvider, Modules } from "@medusajs/framework/utils"
import { WebCheckoutProviderService } from "./service"

export default ModuleProvider(Modules.PAYMENT, { services: [WebCheckoutProviderService] })
