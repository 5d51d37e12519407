import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { followAfter } from "./follow"
import { writeOrderMetadata } from "./order-metadata"
import { tryHoldPurchase } from "./purchase-lock"
import { isMoneyOver } from "../../modules/web-checkout/rules/money-state"
import { findCollectionsOfOrder } from "../medusa/payments"
import { readRows } from "../medusa/read-rows"

const sessionOfPayment = z.looseObject({ payment_session_id: z.string() })

/**
 * Settles the checkout whose payment belongs to a placed order, and writes the purchase's reference and the payment's orderId into the order's
 * metadata. Does nothing if no payment of the order belongs to a cart's checkout. Idempotent.
 */
export async function recordPlacedOrder(container: MedusaContainer, order_id: string): Promise<void> {
  const { checkouts } = container.resolve(WEB_CHECKOUT)
  const collections = await findCollectionsOfOrder(container, order_id)
  const payments = await paymentsOf(container, collections)
  const found = await Promise.all(
    payments.map(({ payment_session_id }) => checkouts.findByPaymentSession(payment_session_id))
  )
  // Payments for an existing order, without a cart, are recorded by settle itself.
  const rows = found.filter((row) => row !== undefined).filter(({ cart_id }) => cart_id !== null)
  // The payments include those of earlier attempts that were refunded or ended unpaid; such a row is used only if there is no other.
  const row = rows.find(({ gateway_status }) => !isMoneyOver(gateway_status)) ?? rows.at(0)
  if (row) {
    // Waits for a running settle of the same purchase: it may have placed this order itself, and then the row already names it.
    const held = await tryHoldPurchase(container, row, async () => {
      const now = await checkouts.retrieve(row.id)
      const isKnown = now.status === "settled" && now.order_id === order_id
      return isKnown ? now : followAfter(container, now, "placed", order_id)
    })
    // Without the lease, another run has kept it for 30 s. The job checks the row later.
    await writeOrderMetadata(container, order_id, held?.result ?? row)
  }
}

async function paymentsOf(container: MedusaContainer, collections: string[]) {
  return collections.length === 0
    ? []
    : readRows(container, sessionOfPayment, { entity: "payment", filters: { payment_collection_id: collections } })
}
