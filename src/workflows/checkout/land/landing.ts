import type { WebCheckoutOptions } from "../../../modules/web-checkout/options"
import type { CheckoutOutcome } from "../../../modules/web-checkout/rules/outcome"

/** Which of the storefront's pages stands for an outcome. */
const PAGE: Record<CheckoutOutcome, keyof WebCheckoutOptions["storefront"]["paths"]> = {
  paid: "success",
  pending: "pending",
  review: "pending",
  failed: "failure",
  cancelled: "failure",
  expired: "failure",
  refunded: "failure",
}

/** What the placeholders of a path stand for; an unknown one becomes an empty text. */
export interface LandingValues {
  country_code?: string
  order_id?: string
  cart_id?: string
}

/**
 * The storefront's page for an outcome. Always on the origin of storefront.url: the values are encoded, and a result
 * that would lead anywhere else is an error.
 */
export function landingUrl(
  storefront: WebCheckoutOptions["storefront"],
  outcome: CheckoutOutcome,
  values: LandingValues
): string {
  const filled: Record<string, string | undefined> = { ...values, status: outcome }
  const path = storefront.paths[PAGE[outcome]].replace(/\{([a-z_]+)\}/g, (_, name: string) =>
    encodeURIComponent(filled[name] ?? "")
  )
  const base = new URL(storefront.url)
  const target = new URL(`${base.pathname.replace(/\/+$/, "")}/${path.replace(/^\/+/, "")}`, base.origin)
  if (target.origin !== base.origin) {
    throw new Error("storefront.paths: must stay on storefront.url")
  }
  return target.toString()
}
