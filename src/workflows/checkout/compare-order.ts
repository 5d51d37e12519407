import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import type { WebCheckoutService } from "../../modules/web-checkout/service"
import { readRows } from "../medusa/read-rows"
import { settleCheckoutWorkflow } from "./workflows/settle-checkout"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"

/**
 * Asks the gateway about every checkout that paid for an order, and compares the books. The rows are made due first: what
 * this does not bring to an end, the job does.
 */
export async function compareOrder(container: MedusaContainer, orderId: string): Promise<void> {
  const webCheckout = container.resolve(WEB_CHECKOUT)
  for (const row of await webCheckout.purchases.listSettled({ order_id: orderId })) {
    await compare(container, webCheckout, row)
  }
}

/** The same for the checkout behind one of Medusa's payments. */
export async function comparePayment(container: MedusaContainer, paymentId: string): Promise<void> {
  const webCheckout = container.resolve(WEB_CHECKOUT)
  const [payment] = await readRows(container, z.looseObject({ payment_session_id: z.string() }), {
    entity: "payment",
    fields: ["payment_session_id"],
    filters: { id: paymentId },
  })
  const row = payment && (await webCheckout.checkouts.findByPaymentSession(payment.payment_session_id))
  if (row?.status === "settled") {
    await compare(container, webCheckout, row)
  }
}

async function compare(
  container: MedusaContainer,
  webCheckout: WebCheckoutService,
  { id }: LedgerCheckout
): Promise<void> {
  await webCheckout.checkouts.compareSoon(id)
  await settleCheckoutWorkflow(container).run({ input: { id, force: true }, throwOnError: false })
}
