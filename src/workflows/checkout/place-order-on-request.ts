import { notAllowed } from "../../modules/web-checkout/errors"
import type { MedusaContainer } from "@medusajs/framework/types"
import { CASE_TEXTS } from "../notice/case-notice"
import { type CheckoutActionInput, actAndSettle } from "./sync-checkout"

/**
 * Creates the order of a paid checkout at a person's request, even if its case was closed. The cart must still match what was paid.
 *
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED, with what to do, when no order was placed; with the gateway's error code when
 * it gave no definite answer
 */
export async function placeOrderOnRequest(container: MedusaContainer, input: CheckoutActionInput): Promise<void> {
  const row = await actAndSettle(container, { ...input, action: "place_order" }, { ignore_resolved: true })
  if (row.status !== "settled") {
    const reason = row.attention
      ? CASE_TEXTS[row.attention].advice
      : `The payment service reports the status ${row.gateway_status ?? "unknown"}.`
    throw notAllowed(`No order was created. ${reason}`)
  }
}
