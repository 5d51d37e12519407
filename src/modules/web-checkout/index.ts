import { Module } from "@medusajs/framework/utils"
import checkPaymentModule from "./loaders/check-payment-module"
import loadOptions from "./loaders/load-options"
import { WEB_CHECKOUT, WebCheckoutService } from "./service"

export { WEB_CHECKOUT }

export default Module(WEB_CHECKOUT, { service: WebCheckoutService, loaders: [loadOptions, checkPaymentModule] })
