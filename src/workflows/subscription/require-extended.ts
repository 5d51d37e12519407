import type { ExtendedGatewayClient } from "../../gateway/extended-client"
import type { WebCheckoutService } from "../../modules/web-checkout/service"
import type { SubscriptionRow } from "../../modules/web-checkout/subscription"

/**
 * The client that may ask about a subscription.
 *
 * @throws MedusaError NOT_ALLOWED without `extendedApi`, and for a row of the other environment
 */
export function requireExtended(
  { gateways }: WebCheckoutService,
  row: Pick<SubscriptionRow, "id" | "account" | "environment">
): ExtendedGatewayClient {
  gateways.requireOwnEnvironment("subscription", row)
  return gateways.requireExtended(row.account, "The basic API cannot look a subscription up.")
}
