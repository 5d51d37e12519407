import { addAmounts, toGatewayAmount } from "../../../gateway/money"
import { checkoutDetails, detailsToSend } from "../checkout-details"
import type { Cart } from "../../../modules/web-checkout/purchase/cart"

const ADDRESS = {
  first_name: "Aisha",
  last_name: "Khan",
  address_1: "12 Sea Road",
  city: "Jumeirah",
  postal_code: "00000",
  country_code: "ae",
  phone: "050 123 4567",
}

function cart(changes: Partial<Cart> = {}): Cart {
  return {
    id: "cart_1",
    email: "aisha@shop.example",
    currency_code: "aed",
    total: "110.1975",
    item_subtotal: "89.95",
    shipping_subtotal: "15",
    tax_total: "5.2475",
    discount_subtotal: "0",
    credit_line_total: "0",
    customer: { id: "cus_1" },
    shipping_address: ADDRESS,
    billing_address: null,
    items: [{ product_title: "Coffee pot", variant_sku: "POT-1", quantity: 1, subtotal: "89.95" }],
    ...changes,
  }
}

describe("checkoutDetails", () => {
  it("reads a national phone number with the address's country", () => {
    expect(checkoutDetails(cart(), 110.2, false).customer?.phone).toBe("971501234567")
  })

  it.each(["call me", "12", "+999 1"])("leaves out the phone %p, which is optional", (phone) => {
    const { customer } = checkoutDetails(cart({ shipping_address: { ...ADDRESS, phone } }), 110.2, false)
    expect(customer).toMatchObject({ firstName: "Aisha" })
    expect(customer?.phone).toBeUndefined()
  })

  it("uses the delivery address for billing if there is no other", () => {
    const { billingAddress, deliveryAddress } = checkoutDetails(cart(), 110.2, false)
    expect(billingAddress).toEqual(deliveryAddress)
  })

  it("uses the company if an address has no person's name", () => {
    const company = { ...ADDRESS, first_name: undefined, last_name: undefined, company: "Khan Trading" }
    expect(checkoutDetails(cart({ shipping_address: company }), 110.2, false).deliveryAddress?.name).toBe(
      "Khan Trading"
    )
  })

  it.each([
    ["customer", { email: undefined }],
    ["customer", { shipping_address: { ...ADDRESS, last_name: undefined } }],
    ["deliveryAddress", { shipping_address: { ...ADDRESS, city: undefined } }],
    ["deliveryAddress", { shipping_address: null }],
    ["items", { items: [] }],
    ["items", { items: [{ product_title: undefined, title: undefined, quantity: 1, subtotal: "1" }] }],
  ])("leaves out %s when something it requires is not known", (field, changes) => {
    expect(checkoutDetails(cart(changes), 110.2, false)).toHaveProperty(field, undefined)
  })

  it("sends the totals only with the extended description", () => {
    expect(checkoutDetails(cart(), 110.2, false).totals).toBeUndefined()
  })

  it.each<[string, Partial<Cart>]>([
    ["tax", {}],
    ["no tax", { tax_total: "0", total: "104.95" }],
    ["a discount", { discount_subtotal: "33.73125", total: "74.775" }],
    ["a credit line", { credit_line_total: "10", total: "100.1975" }],
    [
      "yen",
      {
        currency_code: "jpy",
        item_subtotal: "3600.4",
        shipping_subtotal: "600.4",
        tax_total: "420.08",
        total: "4620.88",
      },
    ],
    [
      "dinars",
      {
        currency_code: "kwd",
        item_subtotal: "7.47549",
        shipping_subtotal: "1.25049",
        tax_total: "0",
        total: "8.72598",
      },
    ],
  ])("makes totals with %s add up to the amount", (_, changes) => {
    const bought = cart(changes)
    const amount = toGatewayAmount(bought.total, bought.currency_code)
    const totals = checkoutDetails(bought, amount, true).totals
    expect(totals).toBeDefined()
    const { subtotal = 0, tax = 0, shipping = 0, discount = 0 } = totals ?? {}
    expect(addAmounts([subtotal, tax, shipping, -discount], bought.currency_code)).toBe(amount)
  })
})

describe("detailsToSend", () => {
  const details = checkoutDetails(cart(), 110.2, true)

  it.each([
    ["full", details],
    ["customer", { customer: details.customer }],
    ["none", {}],
  ] as const)("sends %s", (option, sent) => {
    expect(details.customer).toBeDefined()
    expect(detailsToSend(details, option)).toEqual(sent)
  })
})

it("omits the totals if the items are omitted", () => {
  expect(checkoutDetails({ ...cart(), items: [] }, 110.2, true)).toMatchObject({ items: undefined, totals: undefined })
})
