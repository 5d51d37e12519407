import { MedusaError } from "@medusajs/framework/utils"
import type { SubscriptionRow } from "../../modules/web-checkout/subscription"

/** @throws MedusaError INVALID_DATA with the gateway's own words when it has refused the subscription; the row stays */
export function requireAccepted({ status, failure }: Pick<SubscriptionRow, "status" | "failure">): void {
  if (status === "rejected") {
    throw new MedusaError(MedusaError.Types.INVALID_DATA, failure ?? "The payment service rejected the subscription.")
  }
}
