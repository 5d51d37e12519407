import { InvalidRequestError } from "../../gateway/errors"
import { compareAmounts } from "../../gateway/money"
import { checkoutRequestSchema, validated, type CheckoutRequest } from "../../gateway/schemas"
import { readContents } from "../../modules/web-checkout/purchase/cart"
import type { OrderState } from "../../modules/web-checkout/purchase/order"
import type { Purchase } from "../../modules/web-checkout/purchase/purchase"
import type { Query } from "../../modules/web-checkout/purchase/query"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import type { WebCheckoutService } from "../../modules/web-checkout/service"
import { checkoutDetails, detailsToSend, partDetails, type Details } from "./checkout-details"

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
  const details = {
    ...(cart ? checkoutDetails(cart, amount, options.extendedApi) : {}),
    ...(order ? await orderDetails(query, order, amount, options.extendedApi) : {}),
  }
  const request: CheckoutRequest = {
    requestId: row.request_id,
    orderId: row.gateway_order_id,
    currency: row.currency_code,
    amount,
    returnUrl,
    ...detailsToSend(details, options.checkoutDetails),
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

/** Details of an order. If only a part is paid, one line names the order: its items do not say what the part is for. */
async function orderDetails(
  query: Query,
  { id, display_id, total, currency_code }: OrderState,
  amount: number,
  withTotals: boolean
): Promise<Partial<Details>> {
  const contents = await readContents(query, "order", id)
  if (!contents) {
    return {}
  }
  return compareAmounts(total, amount, currency_code) === 0
    ? checkoutDetails(contents, amount, withTotals)
    : partDetails(contents, amount, `Order #${display_id ?? id}`)
}
