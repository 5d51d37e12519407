import { addAmounts, compareAmounts, currencyDigits, roundToCurrency, subtractAmounts } from "../../gateway/money"
import { toGatewayPhone } from "../../gateway/phone"
import { addressSchema, customerSchema, itemSchema, LONGEST_TEXT, type CheckoutRequest } from "../../gateway/schemas"
import { cutText } from "../../gateway/text"
import type { Cart, CartAddress } from "../../modules/web-checkout/purchase/cart"

/** What a request says of a purchase besides its price. */
export type Details = Pick<CheckoutRequest, "customer" | "billingAddress" | "deliveryAddress" | "items" | "totals">

/**
 * The customer, addresses, items and totals, from the cart as the server read it. An object with a missing required field is left out,
 * since the documentation does not say how the gateway treats an incomplete one.
 *
 * @param amount what the shopper pays, as `toGatewayAmount` made it: the totals add up to it
 * @param withTotals totals belong to the extended description
 */
export function checkoutDetails(cart: Cart, amount: number, withTotals: boolean): Details {
  const items = cart.items.map((item) => lineOf(item, cart.currency_code))
  const allItems = items.length > 0 && items.every((item) => item !== undefined)
  return {
    customer: customerOf(cart),
    billingAddress: addressOf(cart.billing_address ?? cart.shipping_address),
    deliveryAddress: addressOf(cart.shipping_address),
    items: allItems ? items.filter((item) => item !== undefined) : undefined,
    // Totals without the lines that they add up describe nothing.
    totals: withTotals && allItems ? totalsOf(cart, amount) : undefined,
  }
}

/** The details that the option `checkoutDetails` allows to be sent. */
export function detailsToSend(details: Partial<Details>, option: "full" | "customer" | "none"): Partial<Details> {
  return { full: details, customer: { customer: details.customer }, none: {} }[option]
}

/** The same where only a part of an order is paid: one line that names the order. */
export function partDetails(order: Cart, amount: number, name: string): Details {
  const line = { name: cut(name, LONGEST_TEXT.name), unitprice: amount, quantity: 1, linetotal: amount }
  // Undefined if a required field is missing, here and below: the object is then left out.
  const { data } = itemSchema.safeParse(line)
  return { ...checkoutDetails(order, amount, false), items: data && [data] }
}

function customerOf(cart: Cart): CheckoutRequest["customer"] {
  const named = [cart.billing_address, cart.shipping_address, cart.customer].find(
    (who) => who?.first_name && who.last_name
  )
  return customerSchema.safeParse({
    id: cart.customer?.id,
    firstName: cut(named?.first_name, LONGEST_TEXT.name),
    lastName: cut(named?.last_name, LONGEST_TEXT.name),
    email: cart.email,
    phone: phoneOf(cart),
  }).data
}

/** International digits. A number that cannot be read with the address's country is left out: it is optional. */
function phoneOf(cart: Cart): string | undefined {
  const address = [cart.billing_address, cart.shipping_address].find((candidate) => candidate?.phone)
  const phone = cut(address?.phone ?? cart.customer?.phone, LONGEST_TEXT.code)
  const country = (address ?? cart.shipping_address)?.country_code?.toUpperCase()
  return phone ? toGatewayPhone(phone, country) : undefined
}

function addressOf(address: CartAddress | null | undefined): CheckoutRequest["billingAddress"] {
  if (!address) {
    return undefined
  }
  const person = [address.first_name, address.last_name].filter(Boolean).join(" ")
  return addressSchema.safeParse({
    name: cut(person || address.company, LONGEST_TEXT.name),
    address1: cut(address.address_1, LONGEST_TEXT.line),
    address2: cut(address.address_2, LONGEST_TEXT.line),
    city: cut(address.city, LONGEST_TEXT.line),
    state: cut(address.province, LONGEST_TEXT.line),
    zip: cut(address.postal_code, LONGEST_TEXT.code),
    country: address.country_code?.toUpperCase(),
  }).data
}

function lineOf(item: Cart["items"][number], currency: string) {
  const linetotal = roundToCurrency(item.subtotal, currency)
  return itemSchema.safeParse({
    name: cut(item.product_title ?? item.title, LONGEST_TEXT.name),
    sku: cut(item.variant_sku, LONGEST_TEXT.id),
    unitprice:
      item.quantity > 0
        ? linetotal.dividedBy(item.quantity).decimalPlaces(currencyDigits(currency)).toNumber()
        : undefined,
    quantity: item.quantity,
    linetotal: linetotal.toNumber(),
  }).data
}

/**
 * amount = subtotal + tax + shipping + handling − discount, to the last minor unit. Each part is rounded by itself, so
 * their sum may be a unit or two off: tax carries the difference where there is tax, the subtotal otherwise.
 */
function totalsOf(cart: Cart, amount: number): CheckoutRequest["totals"] {
  const currency = cart.currency_code
  const shipping = addAmounts([cart.shipping_subtotal], currency)
  const discount = addAmounts([cart.discount_subtotal, cart.credit_line_total ?? 0], currency)
  const beforeTax = addAmounts([cart.item_subtotal, shipping, -discount], currency)
  const hasTax = compareAmounts(cart.tax_total, 0, currency) === 1
  const tax = hasTax ? subtractAmounts(amount, beforeTax, currency) : 0
  const subtotal = hasTax
    ? addAmounts([cart.item_subtotal], currency)
    : subtractAmounts(addAmounts([amount, discount], currency), shipping, currency)
  if (tax < 0 || subtotal < 0) {
    return undefined
  }
  return { subtotal, tax, shipping, discount }
}

/** Shortens free text to the allowed length: the purchase is still described well enough. */
function cut(text: string | null | undefined, length: number): string | undefined {
  return text ? cutText(text, length) : undefined
}
