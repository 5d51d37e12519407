import { definePolicies } from "@medusajs/framework/utils"
import {
  CHECKOUT_RESOURCE,
  PAY_LINK_RESOURCE,
  REFUND_RESOURCE,
  SUBSCRIPTION_RESOURCE,
} from "../api/admin/webcheckout/policies"

/** What the admin can give to a role. */
export default definePolicies([
  {
    name: "ReadWebCheckoutPayments",
    resource: CHECKOUT_RESOURCE,
    operation: "read",
    description:
      "See the payments made through the payment service, who made them, the cases that need a person, and the set-up",
  },
  {
    name: "UpdateWebCheckoutPayments",
    resource: CHECKOUT_RESOURCE,
    operation: "update",
    description: "Ask the payment service, place the order of a paid checkout, close cases",
  },
  {
    name: "RefundWebCheckoutPayments",
    resource: REFUND_RESOURCE,
    operation: "create",
    description: "Give the money of a payment that needs a person back at the payment service, and record refunds",
  },
  {
    name: "ReadWebCheckoutPayLinks",
    resource: PAY_LINK_RESOURCE,
    operation: "read",
    description: "See an order's pay links, and what it owes",
  },
  {
    name: "CreateWebCheckoutPayLinks",
    resource: PAY_LINK_RESOURCE,
    operation: "create",
    description: "Make pay links and further addresses of them, renew and send them",
  },
  {
    name: "UpdateWebCheckoutPayLinks",
    resource: PAY_LINK_RESOURCE,
    operation: "update",
    description: "End pay links, and book what was paid another way",
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
