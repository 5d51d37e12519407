import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { settleCheckout } from "./settle"

/** Asks the gateway about a checkout and compares the amounts. A settled row is made due first: what fails here, the job repeats. */
export async function compareCheckout(container: MedusaContainer, { id }: LedgerCheckout): Promise<void> {
  await container.resolve(WEB_CHECKOUT).checkouts.compareSoon(id)
  await settleCheckout(container, { id, force: true }).catch(() => undefined)
}
