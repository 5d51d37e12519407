import { z } from "@medusajs/framework/zod"
import type { Money } from "../../../gateway/money"
import { decimal, queryRows, type Query } from "./query"

const text = z.string().trim().min(1)
const maybe = text.nullish().catch(undefined)

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

const totalFields = z.looseObject({ id: text, currency_code: text, total: decimal })

const cartFields = totalFields.extend({
  email: maybe,
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

/** The cart's data for a request. */
export type Cart = z.infer<typeof cartFields>

/** What the merchant's `buildCheckout` may read besides. */
const FOR_BUILD_CHECKOUT = ["shipping_address.*", "billing_address.*", "items.*"]

/** The cart's present total; undefined if the cart was deleted. */
export async function readCartTotal(query: Query, cartId: string): Promise<Money | undefined> {
  const [cart] = await queryRows(query, totalFields, { entity: "cart", filters: { id: cartId } })
  return cart && totalOf(cart)
}

export function totalOf({ total, currency_code }: z.infer<typeof totalFields>): Money {
  return { amount: total, currency_code }
}

/** The data of a cart, or of an order, whose fields have the same names; undefined if it was deleted. */
export async function readContents(query: Query, entity: "cart" | "order", id: string): Promise<Cart | undefined> {
  const [contents] = await queryRows(query, cartFields, { entity, filters: { id }, more: FOR_BUILD_CHECKOUT })
  return contents
}
