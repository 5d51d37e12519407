import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { isPaidOff } from "../../modules/web-checkout/rules/pay-link"
import { readPayLink } from "./read-pay-link"

/** A payment has settled: whether the pay link that it was begun with has nothing left to ask for. Can be repeated. */
export async function recordPayLinkPaid(container: MedusaContainer, row: LedgerCheckout): Promise<void> {
  if (row.status !== "settled" || row.pay_link_id === null) {
    return
  }
  const { payLinks } = container.resolve(WEB_CHECKOUT)
  const { link, order, attempts } = await readPayLink(container, await payLinks.retrieve(row.pay_link_id))
  if (isPaidOff(link, order, attempts)) {
    await payLinks.recordPaid(link.id)
  }
}
