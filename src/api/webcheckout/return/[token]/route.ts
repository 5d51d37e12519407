import { setTimeout as wait } from "node:timers/promises"
import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { WEB_CHECKOUT } from "../../../../modules/web-checkout"
import type { LedgerCheckout } from "../../../../modules/web-checkout/ledger"
import { isOrderNamed } from "../../../../modules/web-checkout/rules/check-times"
import type { WebCheckoutService } from "../../../../modules/web-checkout/service"
import { mayStillChange, outcomeOf, type CheckoutOutcome } from "../../../../workflows/outcome"
import { readRows } from "../../../../workflows/read-rows"
import { SETTLE_AGAIN_AFTER_MS, settleOnce } from "../../../../workflows/settle-once"
import { landingUrl, type LandingValues } from "../landing"

/** A payment may be a moment behind its shopper: it is asked about so often before it shows as pending. */
const MOST_QUESTIONS = 3

const country = z.string().nullish()
/** Where a cart, or the order it has become, is sent to. */
const destination = z.looseObject({
  shipping_address: z.looseObject({ country_code: country }).nullish(),
  region: z.looseObject({ countries: z.array(z.looseObject({ iso_2: country })).nullish() }).nullish(),
})

/**
 * Where the gateway sends the shopper's browser back to. Every query parameter is ignored: the token names the ledger
 * row, the gateway says what became of it, and the shopper lands on one of the storefront's pages. Open to everybody, so
 * an unknown token costs the gateway nothing, and a known one at most a question a second.
 */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  res.setHeader("cache-control", "no-store")
  res.setHeader("referrer-policy", "no-referrer")
  const ledger = req.scope.resolve<WebCheckoutService>(WEB_CHECKOUT)
  const found = await ledger.findByReturnToken(req.params.token)
  if (!found) {
    res.status(404).type("text/plain").send("This payment link is not known. Go back to the shop to see your order.")
    return
  }
  if (!isOrderNamed(found)) {
    // Whoever finds the address in a browser's history learns nothing from it any more.
    res.redirect(303, ledger.options.storefront.url)
    return
  }
  const { row, outcome } = await settle(req.scope, found)
  res.redirect(303, landingUrl(ledger.options.storefront, outcome, await landingValues(req.scope, row)))
}

async function settle(
  scope: MedusaContainer,
  found: LedgerCheckout
): Promise<{ row: LedgerCheckout; outcome: CheckoutOutcome }> {
  if (found.status === "settled") {
    return { row: found, outcome: outcomeOf(found) }
  }
  let row = found
  for (let question = 1; question <= MOST_QUESTIONS; question += 1) {
    const settled = await settleOnce(scope, row)
    row = settled?.row ?? row
    const isDecided = settled !== undefined && !mayStillChange(row)
    if (isDecided || question === MOST_QUESTIONS) {
      break
    }
    await wait(SETTLE_AGAIN_AFTER_MS)
  }
  return { row, outcome: outcomeOf(row) }
}

async function landingValues(scope: MedusaContainer, row: LedgerCheckout): Promise<LandingValues> {
  const [found] = await readRows(scope, destination, {
    entity: row.cart_id === null ? "order" : "cart",
    fields: ["shipping_address.country_code", "region.countries.iso_2"],
    filters: { id: row.cart_id ?? row.order_id ?? "" },
  })
  const code = found?.shipping_address?.country_code ?? found?.region?.countries?.[0]?.iso_2
  return {
    order_id: row.order_id ?? row.order_reference,
    cart_id: row.cart_id ?? undefined,
    country_code: code?.toLowerCase(),
  }
}
