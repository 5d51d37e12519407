import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"

/** Key in the order's metadata under which the purchase's reference stands. */
const ORDER_REFERENCE_KEY = "webcheckout_order_reference"

/** Key of the orderIds of the order's payments: each is the reference, or the reference with a suffix. */
const ORDER_IDS_KEY = "webcheckout_gateway_order_ids"

/** Writes the purchase's reference, and the payment's orderId, into the order's metadata: the gateway shows them to the shopper. */
export async function writeOrderMetadata(
  container: MedusaContainer,
  order_id: string | null,
  row: LedgerCheckout
): Promise<void> {
  if (order_id === null) {
    return
  }
  const orders = container.resolve(Modules.ORDER)
  const { metadata } = await orders.retrieveOrder(order_id, { select: ["id", "metadata"] })
  const known = metadata?.[ORDER_IDS_KEY]
  const orderIds: unknown[] = Array.isArray(known) ? known : []
  if (metadata?.[ORDER_REFERENCE_KEY] === row.order_reference && orderIds.includes(row.gateway_order_id)) {
    return
  }
  const noted = {
    [ORDER_REFERENCE_KEY]: row.order_reference,
    [ORDER_IDS_KEY]: [...new Set([...orderIds, row.gateway_order_id])],
  }
  await orders.updateOrders(order_id, { metadata: { ...metadata, ...noted } })
}
