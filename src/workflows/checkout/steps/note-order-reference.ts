import { Modules } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { LedgerCheckout } from "../../../modules/web-checkout/rules/ledger"

/** Key in the order's metadata under which the reference stands that the gateway showed to the shopper. */
export const ORDER_REFERENCE_KEY = "webcheckout_order_reference"

/** Writes the purchase's reference into the order's metadata, and takes it out again when a later step fails. */
export const noteOrderReferenceStep = createStep(
  "webcheckout-note-order-reference",
  async ({ order_id, row }: { order_id: string | null; row: LedgerCheckout | null }, { container }) => {
    if (!row || !order_id) {
      return new StepResponse(undefined)
    }
    const orders = container.resolve(Modules.ORDER)
    const { metadata } = await orders.retrieveOrder(order_id, { select: ["id", "metadata"] })
    if (metadata?.[ORDER_REFERENCE_KEY] === row.order_reference) {
      return new StepResponse(undefined)
    }
    await orders.updateOrders(order_id, { metadata: { ...metadata, [ORDER_REFERENCE_KEY]: row.order_reference } })
    return new StepResponse(undefined, { order_id, metadata })
  },
  async (before, { container }) => {
    if (before) {
      await container.resolve(Modules.ORDER).updateOrders(before.order_id, { metadata: before.metadata ?? {} })
    }
  }
)
