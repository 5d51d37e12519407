import { defineLink } from "@medusajs/framework/utils"
import CustomerModule from "@medusajs/medusa/customer"
import WebCheckoutModule from "../modules/web-checkout"

/**
 * Links a subscription to its customer in Medusa by the id that the subscription stores. Read only, and in this direction only: a customer's
 * subscriptions cannot be read through the customer.
 */
export default defineLink(
  { linkable: WebCheckoutModule.linkable.webcheckoutSubscription, field: "customer_id" },
  CustomerModule.linkable.customer,
  { readOnly: true }
)
