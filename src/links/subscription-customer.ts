import { defineLink } from "@medusajs/framework/utils"
import CustomerModule from "@medusajs/medusa/customer"
import WebCheckoutModule from "../modules/web-checkout"

/**
 * A subscription's customer in Medusa, through the id that the subscription holds. Read only, and in this direction only:
 * nothing of a subscription can be read through a customer.
 */
export default defineLink(
  { linkable: WebCheckoutModule.linkable.webcheckoutSubscription, field: "customer_id" },
  CustomerModule.linkable.customer,
  { readOnly: true }
)
