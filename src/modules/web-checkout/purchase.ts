import { BigNumber, MathBN, MedusaError } from "@medusajs/framework/utils"
import { z } from "zod"
import { subtractAmounts } from "../../gateway/money"
import { owedOf } from "./rules/books"
import type { PurchaseKey } from "./rules/ledger"
import type { Money } from "./rules/money"

/** The part of Medusa's `query` that the provider uses; parsed on arrival, so it needs no type of Medusa's. */
export interface Query {
  graph(input: { entity: string; fields: string[]; filters: Record<string, unknown> }): Promise<{ data: unknown[] }>
}

const text = z.string().trim().min(1)
const maybe = text.nullish().catch(undefined)
/** Medusa hands amounts out as its BigNumber, as a number, or as a `raw_` object: here each is the exact decimal's text. */
export const decimal = z
  .union([z.number(), z.instanceof(BigNumber), z.object({ value: z.union([z.string(), z.number()]) })])
  .transform((amount) => MathBN.convert(amount).toFixed())

const addressFields = z.looseObject({
  first_name: maybe,
  last_name: maybe,
  company: maybe,
  address_1: maybe,
  address_2: maybe,
  city: maybe,
  province: maybe,
  postal_code: maybe,
  country_code: maybe,
  phone: maybe,
})

export type CartAddress = z.infer<typeof addressFields>

const cartFields = z.looseObject({
  id: text,
  email: maybe,
  currency_code: text,
  total: decimal,
  item_subtotal: decimal,
  shipping_subtotal: decimal,
  tax_total: decimal,
  discount_subtotal: decimal,
  credit_line_total: decimal.nullish(),
  customer: z.looseObject({ id: text, first_name: maybe, last_name: maybe, phone: maybe }).nullish(),
  shipping_address: addressFields.nullish(),
  billing_address: addressFields.nullish(),
  items: z.array(
    z.looseObject({
      title: maybe,
      product_title: maybe,
      variant_sku: maybe,
      quantity: decimal.transform(Number),
      subtotal: decimal,
    })
  ),
})

export type Cart = z.infer<typeof cartFields>

const CART_FIELDS = [
  "id",
  "email",
  "currency_code",
  "total",
  "item_subtotal",
  "shipping_subtotal",
  "tax_total",
  "discount_subtotal",
  "credit_line_total",
  "customer.id",
  "customer.first_name",
  "customer.last_name",
  "customer.phone",
  "shipping_address.*",
  "billing_address.*",
  "items.*",
  "items.subtotal",
  "items.variant_sku",
]

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
  const { cart: linkedCart, order: linkedOrder } = session.payment_collection ?? {}
  const order = linkedOrder ? await readOrder(query, linkedOrder.id) : undefined
  const cart = linkedCart && !order ? await readCart(query, linkedCart.id) : undefined
  return {
    session,
    cart,
    order,
    due: cart
      ? { amount: cart.total, currency_code: cart.currency_code }
      : { amount: session.raw_amount ?? session.amount, currency_code: session.currency_code },
  }
}

/** What names a purchase, whatever the attempt: the cart, the order it has become, or a collection without either. */
export function keyOf({ cart, order, session }: Purchase): PurchaseKey {
  if (order) {
    return { order_id: order.id }
  }
  return cart ? { cart_id: cart.id } : { payment_collection_id: session.payment_collection_id }
}

/** The cart's total at this moment; undefined for a cart that is gone. */
export async function readCartTotal(query: Query, cartId: string): Promise<Money | undefined> {
  const cart = await readCart(query, cartId)
  return cart && { amount: cart.total, currency_code: cart.currency_code }
}

async function readCart(query: Query, cartId: string): Promise<Cart | undefined> {
  const { data } = await query.graph({ entity: "cart", fields: CART_FIELDS, filters: { id: cartId } })
  return data.length === 0 ? undefined : cartFields.parse(data[0])
}

const orderFields = z.looseObject({
  id: text,
  status: text,
  currency_code: text,
  summary: z
    .looseObject({ pending_difference: decimal.nullish(), raw_pending_difference: decimal.nullish() })
    .nullish(),
  payment_collections: z
    .array(
      z.looseObject({
        payments: z
          .array(
            z.looseObject({ id: text, amount: decimal, captured_at: z.unknown(), canceled_at: z.unknown() }).nullable()
          )
          .nullish(),
      })
    )
    .nullish(),
})

/** An order, and what it still owes in major units: what is pending, less what stands authorized for it. */
export interface OrderState {
  id: string
  isCanceled: boolean
  owed: number
  /** What it has taken beyond its total. */
  overpaid: number
  currency_code: string
}

/** @throws MedusaError (NOT_FOUND) */
export async function readOrder(query: Query, orderId: string): Promise<OrderState> {
  const { data } = await query.graph({
    entity: "order",
    // The pending difference is right only when it is read together with the total.
    fields: ["id", "status", "currency_code", "summary", "total", "payment_collections.payments.*"],
    filters: { id: orderId },
  })
  if (data.length === 0) {
    throw new MedusaError(MedusaError.Types.NOT_FOUND, `The order ${orderId} was not found.`)
  }
  const { id, status, currency_code, summary, payment_collections } = orderFields.parse(data[0])
  const authorized = (payment_collections ?? [])
    .flatMap(({ payments }) => payments ?? [])
    .filter((payment) => payment !== null && !payment.captured_at && !payment.canceled_at)
  const pending = summary?.raw_pending_difference ?? summary?.pending_difference ?? "0"
  return {
    id,
    isCanceled: status === "canceled",
    overpaid: Math.max(0, subtractAmounts("0", pending, currency_code)),
    owed: owedOf({
      pending,
      authorized: MathBN.sum(0, ...authorized.map((payment) => payment?.amount ?? 0)).toFixed(),
      currency_code,
    }),
    currency_code,
  }
}
