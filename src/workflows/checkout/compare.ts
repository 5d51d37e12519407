import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { isClosedCase } from "../../modules/web-checkout/rules/cases"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { readOne } from "../medusa/read-rows"
import { settleCheckout } from "./settle"

/** Asks the gateway about a checkout and compares the amounts. A settled row is made due first, so that the job repeats a failed comparison. */
export async function compareCheckout(container: MedusaContainer, { id }: LedgerCheckout): Promise<void> {
  await container.resolve(WEB_CHECKOUT).checkouts.compareSoon(id)
  await settleCheckout(container, { id, force: true }).catch(() => undefined)
}

/**
 * Asks the gateway about every settled checkout of an order, and every one whose closed case still holds its money, and compares the
 * amounts. The job repeats a failed comparison: of a settled row soon, of a closed case at its daily check.
 */
export async function compareOrder(container: MedusaContainer, order_id: string): Promise<void> {
  const { purchases } = container.resolve(WEB_CHECKOUT)
  const [settled, live] = await Promise.all([purchases.listSettled({ order_id }), purchases.listLive({ order_id })])
  for (const row of [...settled, ...live.filter(isClosedCase)]) {
    await compareCheckout(container, row)
  }
}

/** Compares the books of the checkout behind one of Medusa's payments. */
export async function comparePayment(container: MedusaContainer, paymentId: string): Promise<void> {
  const { checkouts } = container.resolve(WEB_CHECKOUT)
  const payment = await readOne(container, z.looseObject({ payment_session_id: z.string() }), "payment", paymentId)
  const row = payment && (await checkouts.findByPaymentSession(payment.payment_session_id))
  if (row?.status === "settled") {
    await compareCheckout(container, row)
  }
}
