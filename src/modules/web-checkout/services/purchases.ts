import type { ModuleCradle } from "../cradle"
import { isClosedCase } from "../rules/cases"
import { LIVE } from "../rules/checkout-states"
import { nextOrderId, GROUP_LENGTH, GROUPS, LETTERS } from "../rules/gateway-order-id"
import type { LedgerCheckout, PurchaseKey } from "../rules/ledger"
import { isMoneyHeld } from "../rules/money-state"
import { decisive, decisiveOfOrder } from "../rules/outcome"
import { Table } from "../table"
import type { CheckoutRows } from "./checkout-rows"
import { randomInt } from "node:crypto"

/** Far more attempts than anybody makes at one cart. */
const MOST_ATTEMPTS = 50

/** What the ledger knows of a purchase: all the attempts at one cart, order or collection. */
export class Purchases {
  private readonly rows: CheckoutRows
  private readonly payLinks: Table<{ order_reference: string }>
  private readonly environment: string

  constructor(cradle: ModuleCradle & { checkoutRows: CheckoutRows }) {
    this.rows = cradle.checkoutRows
    this.payLinks = new Table(cradle.webcheckoutPayLinkService, cradle.baseRepository)
    this.environment = cradle.webCheckoutOptions.environment
  }

  /** The attempt that decides what became of a purchase. */
  async findDecisive(purchase: PurchaseKey): Promise<LedgerCheckout | undefined> {
    const attempts = await this.rows.newest(purchase, MOST_ATTEMPTS)
    // An order may be paid in several sums: what was settled before says nothing of the last attempt.
    return "order_id" in purchase ? decisiveOfOrder(attempts) : decisive(attempts)
  }

  /**
   * The checkouts of a purchase that may yet be paid, or whose money the gateway holds: newest first. A case that a person has closed
   * is one of them while its money is held: nobody may pay a second time meanwhile.
   *
   * @param most how many of those that may yet be paid. Those whose money is held are not counted
   */
  async listLive(purchase: PurchaseKey, most = MOST_ATTEMPTS): Promise<LedgerCheckout[]> {
    const rows = await this.rows.newest(
      { ...purchase, environment: this.environment, status: [...LIVE] },
      MOST_ATTEMPTS
    )
    const open = rows.filter((row) => !isMoneyHeld(row.gateway_status) && !isClosedCase(row)).slice(0, most)
    return rows.filter((row) => isMoneyHeld(row.gateway_status) || open.includes(row))
  }

  /** All the attempts at one purchase, the oldest first; of very many the last ones. */
  async listAttempts(row: Pick<LedgerCheckout, "order_reference">): Promise<LedgerCheckout[]> {
    const attempts = await this.rows.newest({ order_reference: row.order_reference }, MOST_ATTEMPTS)
    return attempts.reverse()
  }

  /** The orderId of the purchase's next payment. Called under the lease under which its sessions are started. */
  async nextOrderId(reference: string): Promise<string> {
    const attempts: Parameters<typeof nextOrderId>[1] = await this.rows
      .standing()
      .where({ order_reference: reference, environment: this.environment })
      .select("gateway_order_id", "status", "gateway_status")
    return nextOrderId(reference, attempts)
  }

  /** The rows through which a purchase's money was taken, and Medusa has followed: the oldest first, of very many the last ones. */
  async listSettled(purchase: PurchaseKey): Promise<LedgerCheckout[]> {
    const settled = await this.rows.newest(
      { ...purchase, environment: this.environment, status: "settled" },
      MOST_ATTEMPTS
    )
    return settled.reverse()
  }

  /**
   * A cart, or a collection, has become an order: what was begun for it is an attempt at the order from here on, so that it is asked
   * about, closed and locked with it.
   */
  async noteOrder(purchase: { cart_id?: string; payment_collection_ids: string[] }, orderId: string): Promise<void> {
    await this.rows
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

  /** The reference of a purchase: that of its latest attempt, or that of the first pay link of its order; undefined without any. */
  async findReference(purchase: PurchaseKey): Promise<string | undefined> {
    return ((await this.rows.latest(purchase)) ?? (await this.oldestPayLink(purchase)))?.order_reference
  }

  private async oldestPayLink(purchase: PurchaseKey): Promise<{ order_reference: string } | undefined> {
    return "order_id" in purchase
      ? this.payLinks.first({ order_id: purchase.order_id, environment: this.environment }, { created_at: "ASC" })
      : undefined
  }
}

/**
 * Names a purchase to shopper, merchant and gateway alike, e.g. `R7K3-F92Q-D4MX`: random (55 bits), and no key to
 * anything. Made with the purchase's first attempt and kept for every later one.
 */
export function newOrderReference(): string {
  return Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("")
  ).join("-")
}
