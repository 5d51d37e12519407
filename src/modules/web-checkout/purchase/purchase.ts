import { MedusaError } from "@medusajs/framework/utils"
import { z } from "zod"
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

const linkFields = z.looseObject({ cart_id: text.optional(), order_id: text.optional() })

/** A payment session and what it belongs to: an order, a cart that has not become one, or neither. */
export interface SessionOwner {
  session: z.infer<typeof sessionFields>
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
export async function readSessionOwner(query: Query, paymentSessionId: string): Promise<SessionOwner> {
  const { data } = await query.graph({
    entity: "payment_session",
    fields: ["id", "payment_collection_id", "provider_id", "amount", "raw_amount", "currency_code"],
    filters: { id: paymentSessionId },
  })
  if (data.length === 0) {
    throw new MedusaError(MedusaError.Types.NOT_FOUND, `Payment session ${paymentSessionId} was not found.`)
  }
  const session = sessionFields.parse(data[0])
  const [order_id, cart_id] = await Promise.all([linked("order_id"), linked("cart_id")])
  return { session, cart_id: order_id === undefined ? cart_id : undefined, order_id }

  async function linked(field: "order_id" | "cart_id"): Promise<string | undefined> {
    const links = await query.graph({
      entity: field === "order_id" ? "order_payment_collection" : "cart_payment_collection",
      fields: [field],
      filters: { payment_collection_id: session.payment_collection_id },
    })
    return links.data.length === 0 ? undefined : linkFields.parse(links.data[0])[field]
  }
}

/**
 * Reads on the server what is bought. Nothing of it comes from what a storefront sent. Once a cart has become an order its
 * total says nothing any more: the order may have been edited, and the session is about what is owed.
 */
export async function readPurchase(query: Query, { session, cart_id, order_id }: SessionOwner): Promise<Purchase> {
  const [order, cart] = await Promise.all([
    order_id === undefined ? undefined : readOrder(query, order_id),
    cart_id === undefined ? undefined : readCart(query, cart_id),
  ])
  return { session, cart, order, due: cart ? totalOf(cart) : amountOf(session) }
}

/** What is to be paid with a session at this moment: see `readPurchase`, which reads more. @throws MedusaError (NOT_FOUND) */
export async function readDue(query: Query, paymentSessionId: string): Promise<Money> {
  const { session, cart_id } = await readSessionOwner(query, paymentSessionId)
  return (cart_id === undefined ? undefined : await readCartTotal(query, cart_id)) ?? amountOf(session)
}

function amountOf({ raw_amount, amount, currency_code }: z.infer<typeof sessionFields>): Money {
  return { amount: raw_amount ?? amount, currency_code }
}

/** What names a purchase, whatever the attempt: the cart (one that is gone, too), the order it has become, or a collection without either. */
export function keyOf({ cart_id, order_id, session }: SessionOwner): PurchaseKey {
  if (order_id !== undefined) {
    return { order_id }
  }
  return cart_id === undefined ? { payment_collection_id: session.payment_collection_id } : { cart_id }
}
