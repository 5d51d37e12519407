import Medusa from "@medusajs/js-sdk"
import type { HttpTypes } from "@medusajs/types"
import type { CartCopies } from "./cart-copies"
import { ADMIN, type Credentials } from "./store"

export const PROVIDER = "pp_webcheckout_default"

export type Currency = "aed" | "jpy" | "kwd"

const CART_FIELDS = "+completed_at,*items,*payment_collection,*payment_collection.payment_sessions"

const COUNTRY: Record<Currency, string> = { aed: "ae", jpy: "jp", kwd: "kw" }

export interface CartWishes {
  currency?: Currency
  quantity?: number
  promoCode?: string
  email?: string
}

/** A payment session as the store API shows it. */
export interface ShownSession {
  id: string
  status: string
  provider_id: string
  data: Record<string, unknown>
}

/** The admin, signed in. */
export async function signInAdmin(url: string, credentials: Credentials = ADMIN): Promise<Medusa> {
  const admin = new Medusa({ baseUrl: url, auth: { type: "jwt", jwtTokenStorageMethod: "memory" } })
  await admin.auth.login("user", "emailpass", { ...credentials })
  return admin
}

/** The key a storefront of this store sends. */
export async function publishableKey(admin: Medusa): Promise<string> {
  const { api_keys } = await admin.admin.apiKey.list({ type: "publishable", title: "Web shop" })
  return api_keys[0].token
}

/** Fills the cart that the worlds of a shared host copy. */
export async function fillFirstCart({ store: { url } }: { store: { url: string } }): Promise<HttpTypes.StoreCart> {
  return new Shopper(url, await publishableKey(await signInAdmin(url))).fillCart()
}

/** A shopper at the store API: what a storefront does, one method a step. */
export class Shopper {
  readonly sdk: Medusa

  /**
   * @param kept what a shop keeps for its next shopper: what it sells, which no test changes, and filled carts; without it each cart is
   * filled through the store API
   */
  constructor(
    readonly url: string,
    key: string,
    private readonly kept: { goods: Map<string, string>; carts?: CartCopies } = { goods: new Map() }
  ) {
    this.sdk = new Medusa({ baseUrl: url, publishableKey: key })
  }

  /** A cart with an address and a shipping method, ready to be paid. */
  async fillCart(wishes: CartWishes = {}): Promise<HttpTypes.StoreCart> {
    const fill = () => this.fill(wishes)
    return this.kept.carts?.of(wishes, fill) ?? fill()
  }

  private async fill({
    currency = "aed",
    quantity = 1,
    promoCode,
    email = "aisha@shop.example",
  }: CartWishes): Promise<HttpTypes.StoreCart> {
    const { cart } = await this.sdk.store.cart.create({
      region_id: await this.regionOf(currency),
      email,
      items: [{ variant_id: await this.variantOf("coffee-pot"), quantity }],
      shipping_address: {
        first_name: "Aisha",
        last_name: "Khan",
        address_1: "12 Sea Road",
        city: "Jumeirah",
        postal_code: "00000",
        country_code: COUNTRY[currency],
        phone: currency === "aed" ? "+971 50 123 4567" : undefined,
      },
    })
    const option_id = await this.shippingOptionOf(currency, cart)
    const { cart: filled } = await this.sdk.store.cart.addShippingMethod(
      cart.id,
      { option_id },
      { fields: CART_FIELDS }
    )
    if (promoCode) {
      await this.sdk.client.fetch(`/store/carts/${cart.id}/promotions`, {
        method: "POST",
        body: { promo_codes: [promoCode] },
      })
      return this.cart(cart.id)
    }
    return filled
  }

  async cart(id: string): Promise<HttpTypes.StoreCart> {
    const { cart } = await this.sdk.store.cart.retrieve(id, { fields: CART_FIELDS })
    return cart
  }

  /** Chooses to pay with the hosted page. @param data what a storefront may add to the session's data */
  async startPayment(
    cart: HttpTypes.StoreCart,
    data?: Record<string, unknown>,
    provider_id = PROVIDER
  ): Promise<ShownSession> {
    const { payment_collection } = await this.sdk.store.payment.initiatePaymentSession(cart, { provider_id, data })
    const session = payment_collection.payment_sessions?.find((candidate) => candidate.provider_id === provider_id)
    if (!session) {
      throw new Error("no payment session")
    }
    return { id: session.id, status: session.status, provider_id: session.provider_id, data: session.data ?? {} }
  }

  /** Starts a payment of what an order still owes. */
  async payCollection(collectionId: string, provider_id = PROVIDER): Promise<ShownSession> {
    const { payment_collection } = await this.sdk.client.fetch<HttpTypes.StorePaymentCollectionResponse>(
      `/store/payment-collections/${collectionId}/payment-sessions`,
      { method: "POST", body: { provider_id } }
    )
    const session = payment_collection.payment_sessions?.find((candidate) => candidate.provider_id === provider_id)
    if (!session) {
      throw new Error("no payment session")
    }
    return { id: session.id, status: session.status, provider_id, data: session.data ?? {} }
  }

  async addItem(cartId: string, handle: string): Promise<HttpTypes.StoreCart> {
    const { cart } = await this.sdk.store.cart.createLineItem(cartId, {
      variant_id: await this.variantOf(handle),
      quantity: 1,
    })
    return cart
  }

  private async regionOf(currency: Currency): Promise<string> {
    return this.known(currency, async () => {
      const { regions } = await this.sdk.store.region.list({ fields: "id,currency_code" })
      return regions.find((candidate) => candidate.currency_code === currency)?.id
    })
  }

  /** Kept by currency: each region has its own. */
  private async shippingOptionOf(currency: Currency, cart: { id: string }): Promise<string> {
    return this.known(`shipping to ${COUNTRY[currency]}`, async () => {
      const { shipping_options } = await this.sdk.store.fulfillment.listCartOptions({ cart_id: cart.id })
      return shipping_options[0]?.id
    })
  }

  private async variantOf(handle: string): Promise<string> {
    return this.known(handle, async () => {
      const { products } = await this.sdk.store.product.list({ handle, fields: "id,*variants" })
      return products[0].variants?.[0].id
    })
  }

  private async known(name: string, find: () => Promise<string | undefined>): Promise<string> {
    const id = this.kept.goods.get(name) ?? (await find())
    if (id === undefined) {
      throw new Error(`the shop has no ${name}`)
    }
    this.kept.goods.set(name, id)
    return id
  }

  /** The storefront's own `complete` call. */
  async complete(
    cartId: string
  ): Promise<
    { type: "order"; order: HttpTypes.StoreOrder } | { type: "cart"; error: { message: string; type: string } }
  > {
    return this.sdk.client.fetch(`/store/carts/${cartId}/complete`, { method: "POST" })
  }

  /** What the storefront can learn of the cart's last attempt. */
  async outcome(cartId: string): Promise<Record<string, unknown>> {
    const { checkout } = await this.sdk.client.fetch<{ checkout: Record<string, unknown> }>(
      `/store/webcheckout/checkouts/${cartId}`
    )
    return checkout
  }
}

/** Follows a redirect by hand: where the browser would be sent. */
export async function visit(url: string): Promise<{ status: number; location: string | null; text: string }> {
  const response = await fetch(url, { redirect: "manual" })
  return { status: response.status, location: response.headers.get("location"), text: await response.text() }
}

/** Waits until a condition holds. @throws Error with the last thing it saw */
export async function until<Value>(
  what: string,
  probe: () => Promise<Value | undefined | false>,
  timeoutMs = 30_000
): Promise<Value> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const value = await probe()
    if (value !== undefined && value !== false) {
      return value
    }
    if (Date.now() > deadline) {
      throw new Error(`${what} did not come to pass within ${timeoutMs} ms`)
    }
    await new Promise((next) => setTimeout(next, 100))
  }
}
