import { notFound } from "../../modules/web-checkout/errors"
import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import type { LedgerCheckout, PurchaseKey } from "../../modules/web-checkout/rules/ledger"
import { isUndecided } from "../../modules/web-checkout/rules/checkout-outcome"
import { settle } from "./settle"

/**
 * The attempt that determines a purchase's outcome. While the outcome may still change, the gateway is asked, at most once a second for all
 * callers together.
 *
 * @throws MedusaError NOT_FOUND
 */
export async function readOutcome(container: MedusaContainer, purchase: PurchaseKey): Promise<LedgerCheckout> {
  const row = await container.resolve(WEB_CHECKOUT).purchases.findDecisive(purchase)
  if (!row) {
    throw notFound("There is no payment of this cart or payment collection.")
  }
  return isUndecided(row) ? ((await settle(container, row)) ?? row) : row
}
