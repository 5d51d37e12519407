import { MedusaError } from "@medusajs/framework/utils"
import { z } from "zod"
import type { PurchaseKey } from "../rules/ledger"
import type { Money } from "../rules/money"
import { CART_FIELDS, cartFields, readCartTotal, totalOf, type Cart } from "./cart"
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
      cart: z.looseObject({ id: text }).nullish(),
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
  const { session, found, orderId } = await readSession(query, paymentSessionId, CART_FIELDS)
  const order = orderId === undefined ? undefined : await readOrder(query, orderId)
  const cart = found && cartFields.parse(found)
  return { session, cart, order, due: cart ? totalOf(cart) : amountOf(session) }
}

/** What is to be paid with a session at this moment: see `readPurchase`, which reads more. @throws MedusaError (NOT_FOUND) */
export async function readDue(query: Query, paymentSessionId: string): Promise<Money> {
  const { session, found } = await readSession(query, paymentSessionId, ["id"])
  return (found && (await readCartTotal(query, found.id))) ?? amountOf(session)
}

/** A session with what it belongs to: an order; or a cart that has not become one, of which these fields are read. */
async function readSession(query: Query, paymentSessionId: string, ofCart: string[]) {
  const { data } = await query.graph({
    entity: "payment_session",
    fields: [
      "id",
      "payment_collection_id",
      "provider_id",
      "amount",
      "raw_amount",
      "currency_code",
      ...ofCart.map((field) => `payment_collection.cart.${field}`),
      "payment_collection.order.id",
    ],
    filters: { id: paymentSessionId },
  })
  if (data.length === 0) {
    throw new MedusaError(MedusaError.Types.NOT_FOUND, `Payment session ${paymentSessionId} was not found.`)
  }
  const { payment_collection, ...session } = sessionFields.parse(data[0])
  const { cart, order } = payment_collection ?? {}
  return { session, found: order ? undefined : (cart ?? undefined), orderId: order?.id }
}

function amountOf({ raw_amount, amount, currency_code }: z.infer<typeof sessionFields>): Money {
  return { amount: raw_amount ?? amount, currency_code }
}

/** What names a purchase, whatever the attempt: the cart, the order it has become, or a collection without either. */
export function keyOf({ cart, order, session }: Purchase): PurchaseKey {
  if (order) {
    return { order_id: order.id }
  }
  return cart ? { cart_id: cart.id } : { payment_collection_id: session.payment_collection_id }
}
