import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { readRows } from "../medusa/read-rows"
import { compareCheckout } from "./compare-checkout"

/** Compares the books of the checkout behind one of Medusa's payments. */
export async function comparePayment(container: MedusaContainer, paymentId: string): Promise<void> {
  const webCheckout = container.resolve(WEB_CHECKOUT)
  const [payment] = await readRows(container, z.looseObject({ payment_session_id: z.string() }), {
    entity: "payment",
    fields: ["payment_session_id"],
    filters: { id: paymentId },
  })
  const row = payment && (await webCheckout.checkouts.findByPaymentSession(payment.payment_session_id))
  if (row?.status === "settled") {
    await compareCheckout(container, row)
  }
}
