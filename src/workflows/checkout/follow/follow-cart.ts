import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"
import { safeWords } from "../../../modules/web-checkout/errors"
import { readCartTotal } from "../../../modules/web-checkout/purchase/cart"
import { exactAmount, moneyOf, PLUGIN_ACTOR, type LedgerCheckout } from "../../../modules/web-checkout/rules/ledger"
import { findMismatch } from "../../../modules/web-checkout/rules/mismatch"
import { isSameMoney } from "../../../modules/web-checkout/rules/money"
import { isPaid } from "../../../modules/web-checkout/rules/money-state"
import { isCompletionStuck } from "../../../modules/web-checkout/rules/check-times"
import { completeCart } from "../../medusa/complete-cart"
import { ensurePaymentSession } from "../../medusa/payment-sessions"
import { countFailure } from "./count-failure"
import { followOver } from "./follow-over"
import { bindToPayment } from "./bind-to-payment"
import { recordFollowed } from "./record-followed"
import { mismatchReason } from "../../../modules/web-checkout/rules/cases"

/** Places the order of a paid cart that is still what was paid. */
export async function followCart(
  row: LedgerCheckout,
  cartId: string,
  container: MedusaContainer
): Promise<LedgerCheckout> {
  const webCheckout = container.resolve(WEB_CHECKOUT)
  const total = await readCartTotal(container.resolve(ContainerRegistrationKeys.QUERY), cartId)
  if (!total) {
    // A cart that is gone does not come back.
    return webCheckout.cases.open(row.id, "paid_without_order")
  }
  if (!isSameMoney(total, moneyOf(row))) {
    return webCheckout.cases.open(row.id, mismatchReason(row))
  }
  const held = await ensurePaymentSession(container, await bindToPayment(row, container))
  if (!held) {
    return webCheckout.cases.open(row.id, "paid_after_superseded")
  }
  const completion = await completeCart(container, cartId)
  switch (completion.kind) {
    case "placed":
      return recordFollowed(held, completion.order_id, container)
    case "busy":
      return isCompletionStuck(held) ? countFailure(held, container) : held
    case "out_of_stock":
      return outOfStock(held, container)
    default:
      return countFailure(held, container)
  }
}

/** No second try heals it: the money goes back by itself where the merchant wants that, otherwise a person is asked now. */
async function outOfStock(row: LedgerCheckout, container: MedusaContainer): Promise<LedgerCheckout> {
  const webCheckout = container.resolve(WEB_CHECKOUT)
  if (webCheckout.options.whenOutOfStock === "ask" || !isPaid(row.gateway_status)) {
    return webCheckout.cases.open(row.id, "paid_without_order")
  }
  try {
    const asked = await webCheckout.checkouts.ask(row)
    if (findMismatch(asked)) {
      return await webCheckout.cases.open(row.id, "amount_mismatch")
    }
    const returned = await webCheckout.refunds.refund(asked, {
      kind: "out_of_stock",
      refund_id: null,
      amount: exactAmount(row),
    })
    await webCheckout.history.record({
      subject_id: row.id,
      action: "refund",
      actor_id: PLUGIN_ACTOR,
      note: "Out of stock: the order could not be created.",
    })
    return await followOver(returned, container)
  } catch (error) {
    const logger: Logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    logger.warn(`medusa-payment-webcheckout: checkout ${row.id} could not be refunded: ${safeWords(error)}`)
    return webCheckout.cases.open(row.id, "paid_without_order")
  }
}
