import { BigNumber, MathBN, MedusaError } from "@medusajs/framework/utils"
import { z } from "zod"
import type { Purchase } from "./gate"

/** The part of Medusa's `query` that the provider uses; parsed on arrival, so it needs no type of Medusa's. */
export interface Query {
  graph(input: { entity: string; fields: string[]; filters: Record<string, unknown> }): Promise<{ data: unknown[] }>
}

const text = z.string().trim().min(1)
const maybe = text.nullish().catch(undefined)
/** Medusa hands amounts out as its BigNumber, as a number, or as a `raw_` object: here each is the exact decimal's text. */
const decimal = z
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
  payment_collection: z.looseObject({ cart: z.looseObject({ id: text }).nullish() }).nullish(),
})

/** A payment session with what is bought in it, as the server's own records have it. */
export interface SessionPurchase {
  session: { id: string; payment_collection_id: string; provider_id: string; currency_code: string }
  cart: Cart | undefined
  /** The cart's total at this moment, or the session's amount where there is no cart. */
  purchase: Purchase
}

/**
 * Reads on the server what a payment session is for. Nothing of it comes from what a storefront sent.
 *
 * @throws MedusaError (NOT_FOUND) when there is no such session
 */
export async function readPurchase(query: Query, paymentSessionId: string): Promise<SessionPurchase> {
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
    ],
    filters: { id: paymentSessionId },
  })
  if (data.length === 0) {
    throw new MedusaError(MedusaError.Types.NOT_FOUND, `Payment session ${paymentSessionId} was not found.`)
  }
  const session = sessionFields.parse(data[0])
  const cartId = session.payment_collection?.cart?.id
  const cart = cartId === undefined ? undefined : await readCart(query, cartId)
  return {
    session,
    cart,
    purchase: cart
      ? { total: cart.total, currency_code: cart.currency_code }
      : { total: session.raw_amount ?? session.amount, currency_code: session.currency_code },
  }
}

/** The cart's total at this moment. */
export async function readCartTotal(query: Query, cartId: string): Promise<Purchase> {
  const cart = await readCart(query, cartId)
  return { total: cart.total, currency_code: cart.currency_code }
}

async function readCart(query: Query, cartId: string): Promise<Cart> {
  const { data } = await query.graph({ entity: "cart", fields: CART_FIELDS, filters: { id: cartId } })
  return cartFields.parse(data[0])
}
