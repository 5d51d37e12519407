import { MedusaError } from "@medusajs/framework/utils"
import { z } from "zod"
import type { PurchaseKey } from "../rules/ledger"
import type { Money } from "../rules/money"
import { readCart, type Cart } from "./cart"
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
  payment_collection: z
    .looseObject({
      cart: z.looseObject({ id: text, completed_at: z.unknown() }).nullish(),
      order: z.looseObject({ id: text }).nullish(),
    })
    .nullish(),
})

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

/**
 * Reads on the server what a payment session is for. Nothing of it comes from what a storefront sent. Once a cart has
 * become an order its total says nothing any more: the order may have been edited, and the session is about what is owed.
 *
 * @throws MedusaError (NOT_FOUND) when there is no such session
 */
export async function readPurchase(query: Query, paymentSessionId: string): Promise<Purchase> {
  const { session, cartId, orderId } = await readSession(query, paymentSessionId)
  const order = orderId === undefined ? undefined : await readOrder(query, orderId)
  const cart = cartId === undefined ? undefined : await readCart(query, cartId)
  return { session, cart, order, due: dueOf(session, cart) }
}

/** What is to be paid with a session at this moment: see `readPurchase`, which reads more. @throws MedusaError (NOT_FOUND) */
export async function readDue(query: Query, paymentSessionId: string): Promise<Money> {
  const { session, cartId } = await readSession(query, paymentSessionId)
  return dueOf(session, cartId === undefined ? undefined : await readCart(query, cartId))
}

type Session = z.infer<typeof sessionFields>

/** A session with what it belongs to: an order, or a cart that has not become one. */
async function readSession(
  query: Query,
  paymentSessionId: string
): Promise<{ session: Session; cartId: string | undefined; orderId: string | undefined }> {
  const { data } = await query.graph({
    entity: "payment_session",
    fields: [
      "id",
      "payment_collection_id",
      "provider_id",
      "amount",
      "raw_amount",
      "currency_code",
      "payment_collection.cart.id",
      "payment_collection.cart.completed_at",
      "payment_collection.order.id",
    ],
    filters: { id: paymentSessionId },
  })
  if (data.length === 0) {
    throw new MedusaError(MedusaError.Types.NOT_FOUND, `Payment session ${paymentSessionId} was not found.`)
  }
  const session = sessionFields.parse(data[0])
  const { cart, order } = session.payment_collection ?? {}
  return { session, cartId: order ? undefined : cart?.id, orderId: order?.id }
}

function dueOf(session: Session, cart: Cart | undefined): Money {
  return cart
    ? { amount: cart.total, currency_code: cart.currency_code }
    : { amount: session.raw_amount ?? session.amount, currency_code: session.currency_code }
}

/** What names a purchase, whatever the attempt: the cart, the order it has become, or a collection without either. */
export function keyOf({ cart, order, session }: Purchase): PurchaseKey {
  if (order) {
    return { order_id: order.id }
  }
  return cart ? { cart_id: cart.id } : { payment_collection_id: session.payment_collection_id }
}
