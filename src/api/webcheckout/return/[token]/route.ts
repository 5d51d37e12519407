import { setTimeout as wait } from "node:timers/promises"
import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { WEB_CHECKOUT } from "../../../../modules/web-checkout"
import type { LedgerCheckout } from "../../../../modules/web-checkout/ledger"
import type { WebCheckoutService } from "../../../../modules/web-checkout/service"
import { mayStillChange, outcomeOf, type CheckoutOutcome } from "../../../../workflows/outcome"
import { settleCheckoutWorkflow } from "../../../../workflows/settle-checkout"
import { landingUrl, type LandingValues } from "../landing"

/** A payment may be a moment behind its shopper: asked again this often, this far apart, before it shows as pending. */
const ASK_AGAIN_AFTER_MS = [700, 1500]

/**
 * Where the gateway sends the shopper's browser back to. Every query parameter is ignored: the token names the ledger
 * row, the gateway says what became of it, and the shopper lands on one of the storefront's pages.
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
  const { row, outcome } = await settle(req.scope, found)
  res.redirect(303, landingUrl(ledger.options.storefront, outcome, await landingValues(req.scope, row)))
}

async function settle(
  scope: MedusaContainer,
  found: LedgerCheckout
): Promise<{ row: LedgerCheckout; outcome: CheckoutOutcome }> {
  let row = found
  for (const pause of [...ASK_AGAIN_AFTER_MS, 0]) {
    const { result, errors } = await settleCheckoutWorkflow(scope).run({ input: { id: row.id }, throwOnError: false })
    if (errors?.length) {
      scope
        .resolve(ContainerRegistrationKeys.LOGGER)
        .warn(`medusa-payment-webcheckout: checkout ${row.id} could not be settled: ${errors[0].error.message}`)
      return { row, outcome: row.status === "settled" ? "paid" : "pending" }
    }
    row = result.row
    if (!mayStillChange(row)) {
      break
    }
    await wait(pause)
  }
  return { row, outcome: outcomeOf(row) }
}

async function landingValues(scope: MedusaContainer, row: LedgerCheckout): Promise<LandingValues> {
  const values = { order_id: row.order_id ?? row.order_reference, cart_id: row.cart_id ?? undefined }
  if (!row.cart_id) {
    return values
  }
  const query = scope.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity: "cart",
    fields: ["shipping_address.country_code", "region.countries.iso_2"],
    filters: { id: row.cart_id },
  })
  const country = data[0]?.shipping_address?.country_code ?? data[0]?.region?.countries?.[0]?.iso_2
  return { ...values, country_code: country?.toLowerCase() }
}
