import type { Subscription } from "../../gateway/schemas"
import type { SubscriptionStatus } from "../../gateway/statuses"
import type { SubscriptionRowStatus } from "../../modules/web-checkout/rules/subscription-states"
import type { SubscriptionAnswer, SubscriptionRow } from "../../modules/web-checkout/subscription"
import type { ExtendedGatewayClient } from "../../gateway/client"
import type { WebCheckoutService } from "../../modules/web-checkout/service"

const ROW_STATUS: Record<SubscriptionStatus, SubscriptionRowStatus> = {
  ACTIVE: "active",
  INACTIVE: "inactive",
  ARCHIVED: "archived",
  EXPIRED: "expired",
}

/** The data kept from a subscription of the extended description, without personal data. */
export function shownAnswer({ id, status, displayId }: Subscription): SubscriptionAnswer {
  return { status: ROW_STATUS[status], subscription_id: id, display_id: displayId ?? null }
}

/**
 * The client that can read a subscription.
 *
 * @throws MedusaError NOT_ALLOWED without `extendedApi`, and for a row of the other environment
 */
export function requireExtended({ gateways }: WebCheckoutService, row: SubscriptionRow): ExtendedGatewayClient {
  gateways.requireOwnEnvironment("subscription", row)
  return gateways.requireExtended(row.account, "The basic API cannot look a subscription up.")
}
