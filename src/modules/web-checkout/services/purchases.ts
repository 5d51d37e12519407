import { OwnService } from "../own-service"
import { isClosedCase } from "../rules/cases"
import { LIVE } from "../rules/checkout-states"
import { nextOrderId, GROUP_LENGTH, GROUPS, LETTERS } from "../rules/gateway-order-id"
import type { LedgerCheckout, PurchaseKey } from "../rules/ledger"
import { isMoneyHeld } from "../rules/money-state"
import { decisive, decisiveOfOrder } from "../rules/checkout-outcome"
import type { CheckoutRows } from "./checkout-rows"
import { randomInt } from "node:crypto"

/** Maximum attempts that are read for one purchase; far more than anybody makes. */
const MOST_ATTEMPTS = 50

/** The ledger's rows by purchase: all payment attempts for one cart, order or payment collection. */
export class Purchases extends OwnService<{ checkoutRows: CheckoutRows }> {
  private readonly payLinks = this.tableOf<{ order_reference: string }>("PayLink")

  /** The attempt that determines the outcome of a purchase. */
  async findDecisive(purchase: PurchaseKey): Promise<LedgerCheckout | undefined> {
    const attempts = await this.cradle.checkoutRows.newest(purchase, MOST_ATTEMPTS)
    // An order can be paid in several payments, so an earlier settled one does not determine the outcome of the last attempt.
    return "order_id" in purchase ? decisiveOfOrder(attempts) : decisive(attempts)
  }

  /**
   * The checkouts of a purchase that may still be paid, or whose money the gateway holds, the newest first. A checkout whose case was closed
   * is included while the gateway holds its money, so that nobody pays a second time.
   *
   * @param most maximum number of checkouts that may still be paid. Checkouts with held money are not limited
   */
  async listLive(purchase: PurchaseKey, most = MOST_ATTEMPTS): Promise<LedgerCheckout[]> {
    const rows = await this.cradle.checkoutRows.newest(
      { ...purchase, environment: this.environment, status: [...LIVE] },
      MOST_ATTEMPTS
    )
    const open = rows.filter((row) => !isMoneyHeld(row.gateway_status) && !isClosedCase(row)).slice(0, most)
    return rows.filter((row) => isMoneyHeld(row.gateway_status) || open.includes(row))
  }

  /** The last attempts at a purchase that match the filters, up to MOST_ATTEMPTS, the oldest first. */
  async listAttempts(filters: PurchaseKey & { environment?: string; status?: "settled" }): Promise<LedgerCheckout[]> {
    return (await this.cradle.checkoutRows.newest(filters, MOST_ATTEMPTS)).reverse()
  }

  /** The `orderId` of the purchase's next payment. The caller must hold the lease under which sessions of the purchase are started. */
  async nextOrderId(reference: string): Promise<string> {
    const attempts: Parameters<typeof nextOrderId>[1] = await this.cradle.checkoutRows
      .standing()
      .where({ order_reference: reference, environment: this.environment })
      .select("gateway_order_id", "status", "gateway_status")
    return nextOrderId(reference, attempts)
  }

  /** The last settled rows of a purchase, up to MOST_ATTEMPTS, the oldest first. */
  async listSettled(purchase: PurchaseKey): Promise<LedgerCheckout[]> {
    return this.listAttempts({ ...purchase, environment: this.environment, status: "settled" })
  }

  /**
   * Assigns the attempts at a cart or payment collection to the order placed from it, so that they are checked, closed and locked together
   * with the order.
   */
  async noteOrder(purchase: { cart_id?: string; payment_collection_ids: string[] }, orderId: string): Promise<void> {
    await this.cradle.checkoutRows
      .standing()
      .whereNull("order_id")
      .where((rows) => {
        void rows.whereIn("payment_collection_id", purchase.payment_collection_ids)
        if (purchase.cart_id !== undefined) {
          void rows.orWhere({ cart_id: purchase.cart_id })
        }
      })
      .update({ order_id: orderId })
  }

  /** The reference of a purchase, or a new one. */
  async orderReferenceOf(purchase: PurchaseKey): Promise<string> {
    return (await this.findReference(purchase)) ?? newOrderReference()
  }

  /** The reference of a purchase: from its latest attempt, or else from its order's first pay link; undefined if there is neither. */
  async findReference(purchase: PurchaseKey): Promise<string | undefined> {
    const latest = await this.cradle.checkoutRows.latest(purchase)
    if (latest || !("order_id" in purchase)) {
      return latest?.order_reference
    }
    const links = { order_id: purchase.order_id, environment: this.environment }
    return (await this.payLinks.first(links, { created_at: "ASC" }))?.order_reference
  }
}

/**
 * Identifies a purchase for shopper, merchant and gateway, e.g. `R7K3-F92Q-D4MX`. It is random (55 bits) and grants no access. It is
 * created for the purchase's first attempt and used for every later one.
 */
export function newOrderReference(): string {
  return Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("")
  ).join("-")
}
