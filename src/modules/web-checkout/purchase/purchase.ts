import { z } from "@medusajs/framework/zod"
import { notAllowed, notFound } from "../errors"
import type { PurchaseKey } from "../rules/ledger"
import type { Money } from "../../../gateway/money"
import { readContents, readCartTotal, totalOf } from "./cart"
import { readOrder } from "./order"
import { decimal, linkedIds, queryRows, type Query } from "./query"

const text = z.string().trim().min(1)

const sessionFields = z.looseObject({
  id: text,
  payment_collection_id: text,
  provider_id: text,
  amount: decimal,
  raw_amount: decimal.nullish(),
  currency_code: text,
})

type Session = z.infer<typeof sessionFields>

/** A payment session with its order, its cart if there is no order yet, or neither. */
export interface SessionWithPurchase {
  session: Session
  cart_id: string | undefined
  order_id: string | undefined
}

/** The purchase of a payment session, by the server's own records. */
export type Purchase = Awaited<ReturnType<typeof readPurchase>>

/** Reads a payment session with its cart and order, by the server's own records. @throws MedusaError NOT_FOUND */
export async function readSessionWithPurchase(query: Query, paymentSessionId: string): Promise<SessionWithPurchase> {
  const [session] = await queryRows(query, sessionFields, {
    entity: "payment_session",
    filters: { id: paymentSessionId },
  })
  if (!session) {
    throw notFound(`Payment session ${paymentSessionId} was not found.`)
  }
  const { payment_collection_id } = session
  const [[order_id], [cart_id]] = await Promise.all([
    linkedIds(query, "order_payment_collection", { payment_collection_id }, "order_id"),
    linkedIds(query, "cart_payment_collection", { payment_collection_id }, "cart_id"),
  ])
  return { session, cart_id: order_id === undefined ? cart_id : undefined, order_id }
}

/**
 * Reads the purchase on the server; nothing comes from the storefront's request. Once a cart has become an order, its total is no longer
 * used: the order may have been edited, and the session is for the amount owed.
 *
 * @throws MedusaError NOT_ALLOWED if the cart was deleted: a payment for it could not become an order
 */
export async function readPurchase(query: Query, { session, cart_id, order_id }: SessionWithPurchase) {
  const [order, cart] = await Promise.all([
    order_id === undefined ? undefined : readOrder(query, order_id),
    cart_id === undefined ? undefined : readContents(query, "cart", cart_id),
  ])
  if (cart_id !== undefined && !cart) {
    throw notAllowed("The cart of this payment no longer exists, so nothing can be paid.")
  }
  return {
    session,
    /** The cart, until it becomes an order. */
    cart,
    /** The order that owes the session's amount. */
    order,
    /** The amount to pay: the cart's present total; the session's amount for an order, or if there is neither. */
    due: dueOf(session, cart && totalOf(cart)),
  }
}

/** The amount that a session is to pay now, even if its cart was deleted: see `readPurchase`. @throws MedusaError NOT_FOUND */
export async function readDue(query: Query, paymentSessionId: string): Promise<Money> {
  const { session, cart_id } = await readSessionWithPurchase(query, paymentSessionId)
  return dueOf(session, cart_id === undefined ? undefined : await readCartTotal(query, cart_id))
}

function dueOf({ raw_amount, amount, currency_code }: Session, total: Money | undefined): Money {
  return total ?? { amount: raw_amount ?? amount, currency_code }
}

/** The key of a purchase, the same for every attempt: the cart, the order it has become, or a collection without either. */
export function keyOf({ cart_id, order_id, session }: SessionWithPurchase): PurchaseKey {
  if (order_id !== undefined) {
    return { order_id }
  }
  return cart_id === undefined ? { payment_collection_id: session.payment_collection_id } : { cart_id }
}
