import { ATTENTION_REASONS, type AttentionReason } from "../../src/modules/web-checkout/rules/case-reasons"
import type { BookedCheckout } from "../../src/emulator/checkouts-and-subscriptions"
import { until } from "./shop"
import type { World } from "./world"

/** The gateway goes on giving this one no answer, or the job would end it by itself. */
const LAST: AttentionReason = "unanswered"

/** How a case of each kind comes to be, in a store with the extended operations. Each answers the checkout that it is about. */
const RECIPES: Record<AttentionReason, (world: World) => Promise<BookedCheckout>> = {
  paid_without_order: async (world) => {
    const { cart, checkout } = await world.startedPayment()
    await world.disturb({ delete_cart: cart.id })
    return payAndReconcile(world, checkout)
  },

  paid_after_superseded: async (world) => {
    const { cart, checkout, shopper } = await world.startedPayment()
    // The old page stays open: the gateway cannot be told to close it.
    world.emulator.fault({
      operation: "cancelCheckout",
      kind: "status-before",
      status: 503,
      times: 9,
      checkoutId: checkout.id,
    })
    await shopper.addItem(cart.id, "cup-set")
    return payAndReconcile(world, checkout)
  },

  paid_twice: async (world) => {
    const { checkout, shopper, cart } = await world.startedPayment()
    world.emulator.fault({
      operation: "getCheckout",
      kind: "status-before",
      status: 503,
      times: 9,
      checkoutId: checkout.id,
    })
    world.emulator.fault({ operation: "cancelCheckout", kind: "drop-before", times: 9, checkoutId: checkout.id })
    const second = world.checkoutOf((await shopper.startPayment(cart)).id)
    world.emulator.faults.clear()
    world.emulator.act(checkout.id, "pay")
    world.emulator.act(second.id, "pay")
    await world.comeBack(second)
    await world.reconcile(checkout)
    return checkout
  },

  amount_mismatch: async (world) => {
    const { checkout } = await world.startedPayment()
    world.emulator.act(checkout.id, "pay")
    world.emulator.fault({ operation: "getCheckout", kind: "patch", patch: { amount: 1 }, checkoutId: checkout.id })
    await world.comeBack(checkout)
    return checkout
  },

  partially_refunded: async (world) => {
    const { checkout } = await world.startedPayment()
    world.emulator.act(checkout.id, "pay")
    world.emulator.refund(checkout.id, "20", "AED")
    await world.reconcile(checkout)
    return checkout
  },

  refunded_outside: async (world) => {
    const { checkout } = await world.paidOrder()
    world.emulator.refund(checkout.id, "30", "AED")
    await sync(world, checkout)
    return checkout
  },

  refund_missing: async (world) => {
    const { checkout, order } = await world.paidOrder()
    const payment = order.payment_collections?.[0].payments?.[0].id ?? ""
    // The gateway says that it is refunded when it is asked before, and knows nothing of it afterwards.
    world.emulator.fault({
      operation: "getCheckout",
      kind: "patch",
      patch: { status: "REFUNDED", totalRefunded: checkout.amount },
      checkoutId: checkout.id,
    })
    await world.admin.admin.payment.refund(payment, { amount: checkout.amount })
    world.emulator.fault({
      operation: "refundCheckout",
      kind: "status-before",
      status: 400,
      times: 50,
      checkoutId: checkout.id,
    })
    await world.reconcile(checkout)
    // So young a refund might still be under way, and an answer that takes it back counts when it is given again.
    await world.passHours(checkout, 1)
    return checkout
  },

  canceled_not_refunded: async (world) => {
    const { checkout, order } = await world.paidOrder()
    world.emulator.fault({
      operation: "refundCheckout",
      kind: "status-before",
      status: 400,
      checkoutId: checkout.id,
    })
    await world.disturb({ cancel_order: order.id })
    return checkout
  },

  authorization_lost: async (world) => {
    const { checkout } = await world.startedPayment()
    world.emulator.act(checkout.id, "authorize")
    await world.comeBack(checkout)
    world.emulator.act(checkout.id, "expire")
    await sync(world, checkout)
    return checkout
  },

  inconsistent: async (world) => {
    const { checkout } = await world.paidOrder()
    await world.sql("UPDATE webcheckout_checkout SET settled_at = NULL WHERE checkout_id = $1", [checkout.id])
    await sync(world, checkout)
    return checkout
  },

  unanswered: async (world) => {
    const { cart, checkout } = await world.startedPayment()
    await world.letCompletionFail(cart.id, true)
    world.emulator.act(checkout.id, "authorize")
    await world.comeBack(checkout)
    await world.letCompletionFail(cart.id, false)
    world.emulator.fault({
      operation: "getCheckout",
      kind: "status-before",
      status: 404,
      times: 10_000,
      checkoutId: checkout.id,
    })
    await world.passHours(checkout, 80)
    return checkout
  },
}

/**
 * Fills a store with a case of every kind, as they come to be by themselves.
 *
 * @param onCase told of each
 * @returns the ledger rows, by the reason
 */
export async function seedCases(
  world: World,
  onCase: (reason: AttentionReason) => void = () => undefined
): Promise<Map<AttentionReason, string>> {
  const found = new Map<AttentionReason, string>()
  for (const reason of [...ATTENTION_REASONS].sort((a, b) => Number(a === LAST) - Number(b === LAST))) {
    world.emulator.faults.clear()
    const checkout = await RECIPES[reason](world)
    const row = await until(`a case of ${reason}`, async () => {
      const [now] = await world.ledger({ checkout_id: checkout.id })
      if (now.attention === null) {
        await world.reconcile(checkout)
      }
      return now.attention === reason && now
    })
    found.set(reason, row.id)
    onCase(reason)
  }
  return found
}

async function payAndReconcile(world: World, checkout: BookedCheckout): Promise<BookedCheckout> {
  world.emulator.act(checkout.id, "pay")
  await world.reconcile(checkout)
  return checkout
}

async function sync(world: World, checkout: BookedCheckout): Promise<void> {
  const [{ id }] = await world.ledger({ checkout_id: checkout.id })
  await world.act(id, "sync")
}
