import Medusa from "@medusajs/js-sdk"
import { startCheckout, waitForOutcome, type Outcome } from "medusa-payment-webcheckout-storefront"
import { words } from "medusa-payment-webcheckout-storefront/en"

/** The smallest storefront: it buys one coffee pot, and shows what came of it. */
const sdk = new Medusa({
  baseUrl: import.meta.env.VITE_MEDUSA_URL,
  publishableKey: import.meta.env.VITE_PUBLISHABLE_KEY,
})

async function fillCart(): Promise<string> {
  const { regions } = await sdk.store.region.list({ fields: "id,currency_code" })
  const { products } = await sdk.store.product.list({ handle: "coffee-pot", fields: "id,*variants" })
  const variant = products[0]?.variants?.[0]
  // js-sdk's types are in @medusajs/types, which it does not install.
  const region = regions.find(({ currency_code }: { currency_code: string }) => currency_code === "aed")
  if (!variant || !region) {
    throw new Error("The shop has no coffee pot, or no region for it")
  }
  const { cart } = await sdk.store.cart.create({
    region_id: region.id,
    email: "aisha@shop.example",
    items: [{ variant_id: variant.id, quantity: 1 }],
    shipping_address: {
      first_name: "Aisha",
      last_name: "Khan",
      address_1: "12 Sea Road",
      city: "Jumeirah",
      postal_code: "00000",
      country_code: "ae",
      phone: "+971 50 123 4567",
    },
  })
  const { shipping_options } = await sdk.store.fulfillment.listCartOptions({ cart_id: cart.id })
  const option = shipping_options[0]
  if (!option) {
    throw new Error("The shop does not ship to this address")
  }
  await sdk.store.cart.addShippingMethod(cart.id, { option_id: option.id })
  return cart.id
}

async function buy(): Promise<void> {
  const cartId = await fillCart()
  localStorage.setItem("cart", cartId)
  const { redirectUrl } = await startCheckout(sdk, cartId)
  location.assign(redirectUrl)
}

function show({ outcome }: Outcome): void {
  const status = document.querySelector("[role=status]")
  if (status) {
    status.textContent = words[outcome].title
  }
}

document.querySelector("button")?.addEventListener("click", () => void buy())

const cartId = localStorage.getItem("cart")
if (cartId) {
  show(await waitForOutcome(sdk, cartId))
}
