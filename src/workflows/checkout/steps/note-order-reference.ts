import { Modules } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { LedgerCheckout } from "../../../modules/web-checkout/rules/ledger"

/** Key in the order's metadata under which the purchase's reference stands. */
export const ORDER_REFERENCE_KEY = "webcheckout_order_reference"

/** Key under which the orderIds of the payments stand that were made for the order: each is the reference, or the reference with a suffix. */
export const ORDER_IDS_KEY = "webcheckout_gateway_order_ids"

/** Writes the purchase's reference, and the payment's orderId, into the order's metadata, and takes it out again when a later step fails. */
export const noteOrderReferenceStep = createStep(
  "webcheckout-note-order-reference",
  async ({ order_id, row }: { order_id: string | null; row: LedgerCheckout | null }, { container }) => {
    if (!row || !order_id) {
      return new StepResponse(undefined)
    }
    const orders = container.resolve(Modules.ORDER)
    const { metadata } = await orders.retrieveOrder(order_id, { select: ["id", "metadata"] })
    const known = metadata?.[ORDER_IDS_KEY]
    const orderIds: unknown[] = Array.isArray(known) ? known : []
    const orderId = row.gateway_order_id
    if (metadata?.[ORDER_REFERENCE_KEY] === row.order_reference && orderIds.includes(orderId)) {
      return new StepResponse(undefined)
    }
    const noted = {
      [ORDER_REFERENCE_KEY]: row.order_reference,
      [ORDER_IDS_KEY]: [...new Set([...orderIds, orderId])],
    }
    await orders.updateOrders(order_id, { metadata: { ...metadata, ...noted } })
    return new StepResponse(undefined, { order_id, metadata })
  },
  async (before, { container }) => {
    if (before) {
      await container.resolve(Modules.ORDER).updateOrders(before.order_id, { metadata: before.metadata ?? {} })
    }
  }
)
