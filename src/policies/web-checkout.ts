import { definePolicies } from "@medusajs/framework/utils"
import { CHECKOUT_RESOURCE, SUBSCRIPTION_RESOURCE } from "../api/admin/webcheckout/policies"

/** What the admin can give to a role. */
export default definePolicies([
  {
    name: "ReadWebCheckoutPayments",
    resource: CHECKOUT_RESOURCE,
    operation: "read",
    description: "See the payments made through the payment service, and the cases that need a person",
  },
  {
    name: "UpdateWebCheckoutPayments",
    resource: CHECKOUT_RESOURCE,
    operation: "update",
    description: "Ask the payment service, place the order of a paid checkout, record refunds, close cases",
  },
  {
    name: "ReadWebCheckoutSubscriptions",
    resource: SUBSCRIPTION_RESOURCE,
    operation: "read",
    description: "See recurring payment links",
  },
  {
    name: "CreateWebCheckoutSubscriptions",
    resource: SUBSCRIPTION_RESOURCE,
    operation: "create",
    description: "Create recurring payment links, and send one again that was not created",
  },
  {
    name: "UpdateWebCheckoutSubscriptions",
    resource: SUBSCRIPTION_RESOURCE,
    operation: "update",
    description: "Sync, pause, resume and confirm recurring payment links, and close their cases",
  },
])
