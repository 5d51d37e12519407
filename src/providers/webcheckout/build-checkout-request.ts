import { InvalidRequestError } from "../../gateway/errors"
import { compareAmounts } from "../../gateway/money"
import { checkoutRequestSchema, validated, type CheckoutRequest } from "../../gateway/schemas"
import { readContents } from "../../modules/web-checkout/purchase/cart"
import type { Purchase } from "../../modules/web-checkout/purchase/purchase"
import type { Query } from "../../modules/web-checkout/purchase/query"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import type { WebCheckoutService } from "../../modules/web-checkout/service"
import { checkoutDetails, detailsToSend, partDetails } from "./checkout-details"

/** What buildCheckout may not change: it identifies or prices the purchase, and payment-checks.ts compares it. */
const FIXED_FIELDS = ["requestId", "orderId", "amount", "currency", "returnUrl"] as const

/**
 * The body of POST /checkout/web: what the plugin knows, and what the merchant's `buildCheckout` makes of it.
 *
 * @throws InvalidRequestError when what `buildCheckout` returns is no valid request, or differs in one of FIXED_FIELDS
 */
export async function buildCheckoutRequest(
  { options }: WebCheckoutService,
  query: Query,
  row: LedgerCheckout,
  { purchase: { session, cart, order }, amount, returnUrl }: { purchase: Purchase; amount: number; returnUrl: string }
): Promise<CheckoutRequest> {
  // Contents of the order, otherwise of the cart. If only a part of an order is paid, one line names it: its items do not describe the part.
  const contents = order ? await readContents(query, "order", order.id) : cart
  const isPart = order !== undefined && compareAmounts(order.total, amount, order.currency_code) !== 0
  const details =
    contents &&
    (isPart
      ? partDetails(contents, amount, `Order #${order.display_id ?? order.id}`)
      : checkoutDetails(contents, amount, options.extendedApi))
  const request: CheckoutRequest = {
    requestId: row.request_id,
    orderId: row.gateway_order_id,
    currency: row.currency_code,
    amount,
    returnUrl,
    ...(details && detailsToSend(details, options.checkoutDetails)),
  }
  if (!options.buildCheckout) {
    return request
  }
  const made = await options.buildCheckout({ ...request }, { cart, session })
  const built = validated(checkoutRequestSchema, made, "buildCheckout")
  const changed = FIXED_FIELDS.filter((field) => built[field] !== request[field])
  if (changed.length > 0) {
    throw new InvalidRequestError([{ field: "buildCheckout", rule: `must not change ${changed.join(", ")}` }])
  }
  return built
}
