import { definePolicies } from "@medusajs/framework/utils"
import {
  CHECKOUT_RESOURCE,
  PAY_LINK_RESOURCE,
  REFUND_RESOURCE,
  SUBSCRIPTION_RESOURCE,
} from "../api/admin/webcheckout/policy-resources"

/** The permissions that an admin can give to a role. */
export default definePolicies([
  {
    name: "ReadWebCheckoutPayments",
    resource: CHECKOUT_RESOURCE,
    operation: "read",
    description: "View payments, their customers, their cases, and the plugin's settings",
  },
  {
    name: "UpdateWebCheckoutPayments",
    resource: CHECKOUT_RESOURCE,
    operation: "update",
    description: "Refresh the status of payments, create orders of paid checkouts, close cases",
  },
  {
    name: "RefundWebCheckoutPayments",
    resource: REFUND_RESOURCE,
    operation: "create",
    description: "Refund payments that need attention, and record refunds",
  },
  {
    name: "ReadWebCheckoutPayLinks",
    resource: PAY_LINK_RESOURCE,
    operation: "read",
    description: "View an order's pay links and its balance",
  },
  {
    name: "CreateWebCheckoutPayLinks",
    resource: PAY_LINK_RESOURCE,
    operation: "create",
    description: "Create, renew and send pay links, and create further URLs of them",
  },
  {
    name: "UpdateWebCheckoutPayLinks",
    resource: PAY_LINK_RESOURCE,
    operation: "update",
    description: "End pay links, and record payments made another way",
  },
  {
    name: "ReadWebCheckoutSubscriptions",
    resource: SUBSCRIPTION_RESOURCE,
    operation: "read",
    description: "View recurring payment links",
  },
  {
    name: "CreateWebCheckoutSubscriptions",
    resource: SUBSCRIPTION_RESOURCE,
    operation: "create",
    description: "Create recurring payment links, and send again those that were not created",
  },
  {
    name: "UpdateWebCheckoutSubscriptions",
    resource: SUBSCRIPTION_RESOURCE,
    operation: "update",
    description: "Refresh, pause, resume and confirm recurring payment links, and close their cases",
  },
])
