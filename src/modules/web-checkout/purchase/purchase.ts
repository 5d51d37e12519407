import { z } from "@medusajs/framework/zod"
import { notAllowed, notFound } from "../errors"
import type { PurchaseKey } from "../rules/ledger"
import type { Money } from "../rules/money"
import { readCart, readCartTotal, totalOf, type Cart } from "./cart"
import { readOrder, type OrderState } from "./order"
import { decimal, type Query } from "./query"

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

const link = z.looseObject({ cart_id: text.optional(), order_id: text.optional() })

/** A payment session and what it belongs to: an order, a cart that has not become one, or neither. */
export interface SessionWithPurchase {
  session: Session
  cart_id: string | undefined
  order_id: string | undefined
}

/** What a payment session is for, as the server's own records have it. */
export interface Purchase {
  session: { id: string; payment_collection_id: string; provider_id: string; currency_code: string }
  /** The cart, until it has become an order. */
  cart: Cart | undefined
  /** The order that owes the session's amount. */
  order: OrderState | undefined
  /** What is to be paid: the cart's total at this moment; the session's amount for an order, and where there is neither. */
  due: Money
}

/** What a payment session belongs to, as the server's own records have it. @throws MedusaError (NOT_FOUND) when there is none */
export async function readSessionWithPurchase(query: Query, paymentSessionId: string): Promise<SessionWithPurchase> {
  const { data } = await query.graph({
    entity: "payment_session",
    fields: ["id", "payment_collection_id", "provider_id", "amount", "raw_amount", "currency_code"],
    filters: { id: paymentSessionId },
  })
  if (data.length === 0) {
    throw notFound(`Payment session ${paymentSessionId} was not found.`)
  }
  const session = sessionFields.parse(data[0])
  const [order_id, cart_id] = await Promise.all([
    findLinked(query, session.payment_collection_id, "order_id"),
    findLinked(query, session.payment_collection_id, "cart_id"),
  ])
  return { session, cart_id: order_id === undefined ? cart_id : undefined, order_id }
}

/** The id at the other end of a collection's link. */
export async function findLinked(
  query: Query,
  collectionId: string,
  field: "order_id" | "cart_id"
): Promise<string | undefined> {
  const { data } = await query.graph({
    entity: field === "order_id" ? "order_payment_collection" : "cart_payment_collection",
    fields: [field],
    filters: { payment_collection_id: collectionId },
  })
  return data.length === 0 ? undefined : link.parse(data[0])[field]
}

/**
 * Reads on the server what is bought. Nothing of it comes from what a storefront sent. Once a cart has become an order its
 * total says nothing any more: the order may have been edited, and the session is about what is owed.
 *
 * @throws MedusaError NOT_ALLOWED for a cart that is gone: what is paid for it could become no order
 */
export async function readPurchase(
  query: Query,
  { session, cart_id, order_id }: SessionWithPurchase
): Promise<Purchase> {
  const [order, cart] = await Promise.all([
    order_id === undefined ? undefined : readOrder(query, order_id),
    cart_id === undefined ? undefined : readCart(query, cart_id),
  ])
  if (cart_id !== undefined && !cart) {
    throw notAllowed("The cart of this payment no longer exists, so nothing can be paid.")
  }
  return { session, cart, order, due: dueOf(session, cart && totalOf(cart)) }
}

/** What is to be paid with a session at this moment, its cart being gone too: see `readPurchase`. @throws MedusaError (NOT_FOUND) */
export async function readDue(query: Query, paymentSessionId: string): Promise<Money> {
  const { session, cart_id } = await readSessionWithPurchase(query, paymentSessionId)
  return dueOf(session, cart_id === undefined ? undefined : await readCartTotal(query, cart_id))
}

function dueOf({ raw_amount, amount, currency_code }: Session, total: Money | undefined): Money {
  return total ?? { amount: raw_amount ?? amount, currency_code }
}

/** What names a purchase, whatever the attempt: the cart, the order it has become, or a collection without either. */
export function keyOf({ cart_id, order_id, session }: SessionWithPurchase): PurchaseKey {
  if (order_id !== undefined) {
    return { order_id }
  }
  return cart_id === undefined ? { payment_collection_id: session.payment_collection_id } : { cart_id }
}
