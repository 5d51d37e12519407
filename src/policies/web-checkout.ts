import { definePolicies } from "@medusajs/framework/utils"
import {
  CHECKOUT_RESOURCE,
  PAY_LINK_RESOURCE,
  REFUND_RESOURCE,
  SUBSCRIPTION_RESOURCE,
} from "../api/admin/webcheckout/policy-resources"

/** The permissions of each resource: name, operation, and the description that the admin shows. */
const POLICIES: Record<string, [name: string, operation: string, description: string][]> = {
  [CHECKOUT_RESOURCE]: [
    ["ReadWebCheckoutPayments", "read", "View payments, their customers, their cases, and the plugin's settings"],
    [
      "UpdateWebCheckoutPayments",
      "update",
      "Refresh the status of payments, create orders of paid checkouts, close cases",
    ],
  ],
  [REFUND_RESOURCE]: [
    ["RefundWebCheckoutPayments", "create", "Refund payments that need attention, and record refunds"],
  ],
  [PAY_LINK_RESOURCE]: [
    ["ReadWebCheckoutPayLinks", "read", "View an order's pay links and its balance"],
    ["CreateWebCheckoutPayLinks", "create", "Create, renew and send pay links, and create further URLs of them"],
    ["UpdateWebCheckoutPayLinks", "update", "End pay links, and record payments made another way"],
  ],
  [SUBSCRIPTION_RESOURCE]: [
    ["ReadWebCheckoutSubscriptions", "read", "View recurring payment links"],
    [
      "CreateWebCheckoutSubscriptions",
      "create",
      "Create recurring payment links, and send again those that were not created",
    ],
    [
      "UpdateWebCheckoutSubscriptions",
      "update",
      "Refresh, pause, resume and confirm recurring payment links, and close their cases",
    ],
  ],
}

/** The permissions that an admin can give to a role. */
export default definePolicies(
  Object.entries(POLICIES).flatMap(([resource, policies]) =>
    policies.map(([name, operation, description]) => ({ name, resource, operation, description }))
  )
)
