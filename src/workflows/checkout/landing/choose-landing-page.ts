import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"
import { isOrderNamed } from "../../../modules/web-checkout/rules/check-times"
import { settle } from "../settle"
import { z } from "@medusajs/framework/zod"
import type { LedgerCheckout } from "../../../modules/web-checkout/rules/ledger"
import { relatedRows } from "../../../modules/web-checkout/purchase/query"
import { readOne } from "../../medusa/read-rows"
import type { WebCheckoutOptions } from "../../../modules/web-checkout/options"
import { mayStillChange, outcomeOf, type CheckoutOutcome } from "../../../modules/web-checkout/rules/checkout-outcome"

/**
 * Settles the checkout of a returning shopper, which may place the order, and returns the page to redirect to. The token identifies the row.
 * An unknown token causes no gateway request, a known one at most one a second.
 *
 * @returns one of the storefront's pages, or the page of the pay link that was paid; undefined for a token that nobody knows
 */
export async function chooseLandingPage(container: MedusaContainer, token: string): Promise<string | undefined> {
  const { options, tokens, payLinks, meters } = container.resolve(WEB_CHECKOUT)
  const found = await tokens.findReturn(token)
  if (!found) {
    meters.recordUnknownReturn()
    warnOfUnknown(container)
    return undefined
  }
  if (!isOrderNamed(found)) {
    // Whoever finds the address in a browser's history learns nothing from it any more.
    return options.storefront.url
  }
  let row = found
  // The payment may be on its way: a returning shopper waits for it a moment.
  for (let round = 1; row.status !== "settled" && round <= MOST_ROUNDS; round += 1) {
    const settled = await settle(container, row)
    row = settled ?? row
    if (settled && !mayStillChange(row)) {
      break
    }
  }
  if (row.pay_link_id !== null) {
    // A payer with a pay link needs no storefront: the link's own page shows the outcome.
    return payLinks.urlAfterReturn({ id: row.id, pay_link_id: row.pay_link_id }, token)
  }
  return landingUrl(options.storefront, outcomeOf(row), await landingValues(container, row))
}

/** Attempts, one second apart, before a returning shopper's payment is shown as pending: it may arrive a moment after the shopper. */
const MOST_ROUNDS = 3

const MINUTE_MS = 60_000
let warnedAt = 0

/** Logs one line a minute in each process, since anybody can invent tokens; the meter counts them all. */
function warnOfUnknown(container: MedusaContainer): void {
  if (Date.now() - warnedAt < MINUTE_MS) {
    return
  }
  warnedAt = Date.now()
  const logger: Logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  logger.warn(
    "medusa-payment-webcheckout: somebody came back with an address that the ledger does not know: it was made up, deleted after its time, or lost. After a restore from a backup see docs/operations.md."
  )
}

const country = z.string().nullish()
/** Where a cart, or the order it has become, is sent to. */
const destination = z.looseObject({
  shipping_address: z.looseObject({ country_code: country }).nullish(),
  region: z.looseObject({ countries: relatedRows(z.looseObject({ iso_2: country })) }).nullish(),
})

/** What the placeholders of the storefront's paths stand for, from the cart, or the order that it has become. */
async function landingValues(scope: MedusaContainer, row: LedgerCheckout): Promise<LandingValues> {
  const entity = row.cart_id === null ? "order" : "cart"
  const found = await readOne(scope, destination, entity, row.cart_id ?? row.order_id ?? "")
  const code = found?.shipping_address?.country_code ?? found?.region?.countries[0]?.iso_2
  return {
    order_id: row.order_id ?? row.order_reference,
    cart_id: row.cart_id ?? undefined,
    country_code: code?.toLowerCase(),
  }
}

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
type LandingValues = Partial<Record<"country_code" | "order_id" | "cart_id", string>>

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
