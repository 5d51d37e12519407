import { Module } from "@medusajs/framework/utils"
import checkPaymentModule from "./loaders/check-payment-module"
import { WebCheckoutService } from "./service"

/** The key under which the container holds the module. */
export const WEB_CHECKOUT = "webCheckout"

export default Module(WEB_CHECKOUT, { service: WebCheckoutService, loaders: [checkPaymentModule] })
