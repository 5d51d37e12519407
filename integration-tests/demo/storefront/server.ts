import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import Medusa, { FetchError } from "@medusajs/js-sdk"
import type { HttpTypes } from "@medusajs/types"
import {
  CheckoutError,
  orderAndPayLater,
  payOrder,
  readOrderPayment,
  readOutcome,
  startCheckout,
  type Outcome,
} from "medusa-payment-webcheckout-storefront"
import type { Html } from "./html"
import { page } from "./look"
import {
  addressPage,
  cartPage,
  confirmationPage,
  notFoundPage,
  paymentPage,
  productsPage,
  signInPage,
  waitingPage,
  type Shop,
} from "./shop-pages"
import { LANGUAGES, TEXTS } from "./texts"

export interface StorefrontSettings {
  medusaUrl: string
  publishableKey: string
  port?: number
}

const COUNTRIES = ["ae", "jp", "kw"]
const CART_COOKIE = "demo_cart"
const LANGUAGE_COOKIE = "demo_language"
/** Of a customer who has signed in. */
const TOKEN_COOKIE = "demo_token"
const PAY_LATER = "pp_webcheckout_later"
const REFRESH_SECONDS = 3
const CART_FIELDS = "+completed_at,*items,*shipping_address,*payment_collection,*payment_collection.payment_sessions"

interface Visit {
  country: string
  shop: Shop
  /** Where the visit is, with its query. */
  address: string
  path: string[]
  query: URLSearchParams
  form: URLSearchParams
  cartId: string | undefined
  /** Who is signed in, as a header; undefined for a guest. */
  headers: { authorization: string } | undefined
  response: ServerResponse
}

/**
 * A small storefront, written on the server with @medusajs/js-sdk and the storefront kit: product, cart, address, pay, confirmation. It needs no
 * JavaScript in the browser, and asks the store what became of a payment instead of believing the address it is opened with.
 */
export class Storefront {
  private readonly sdk: Medusa

  private constructor(
    settings: StorefrontSettings,
    private readonly server: Server
  ) {
    this.sdk = new Medusa({ baseUrl: settings.medusaUrl, publishableKey: settings.publishableKey })
    server.on("request", (request, response) => void this.serve(request, response))
  }

  static async start(settings: StorefrontSettings): Promise<Storefront> {
    const server = createServer()
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject)
      server.listen(settings.port ?? 0, "localhost", resolve)
    })
    return new Storefront(settings, server)
  }

  get url(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", this.url)
    const [country, ...path] = url.pathname.split("/").filter(Boolean)
    if (!COUNTRIES.includes(country)) {
      redirect(response, country === undefined ? `/${COUNTRIES[0]}` : `/${COUNTRIES[0]}/not-found`)
      return
    }
    try {
      const form = new URLSearchParams(await bodyOf(request))
      const language = LANGUAGES.find((known) => known === cookie(request, LANGUAGE_COOKIE)) ?? "en"
      const shop = { country, language, texts: TEXTS[language] }
      const cartId = cookie(request, CART_COOKIE)
      const visit = {
        country,
        shop,
        address: url.pathname + url.search,
        path,
        query: url.searchParams,
        form,
        cartId,
        headers: authorizationOf(cookie(request, TOKEN_COOKIE)),
        response,
      }
      await this.route(`${request.method} /${path[0] ?? ""}`, visit)
    } catch (error) {
      console.error(error instanceof FetchError ? `${error.status} ${error.message}` : error)
      response.writeHead(500, { "content-type": "text/plain" }).end("The shop has a problem. Please try again.")
    }
  }

  private async route(name: string, visit: Visit): Promise<void> {
    switch (name) {
      case "GET /":
        return this.showProducts(visit)
      case "GET /cart":
        return this.show(visit, visit.shop.texts.bag, cartPage(await this.openCart(visit), visit.shop))
      case "POST /cart":
        return this.changeCart(visit)
      case "GET /checkout":
        return this.showCheckout(visit)
      case "POST /checkout":
        return this.saveAddress(visit)
      case "POST /language":
        changeLanguage(visit)
        return
      case "POST /pay":
        return this.pay(visit)
      case "POST /pay-later":
        return this.payLater(visit)
      case "GET /order":
        return this.showOrder(visit)
      case "POST /order":
        return this.payOrder(visit)
      case "GET /sign-in":
        return this.show(visit, visit.shop.texts.signIn, signInPage(visit.shop))
      case "POST /sign-in":
        return this.signIn(visit)
      default:
        return this.show(visit, visit.shop.texts.notFound, notFoundPage(visit.shop), { status: 404 })
    }
  }

  private async showProducts(visit: Visit): Promise<void> {
    const region = await this.region(visit.country)
    const { products } = await this.sdk.store.product.list({
      region_id: region.id,
      fields: "id,title,handle,description,*variants,*variants.calculated_price",
      order: "-created_at",
    })
    await this.show(visit, visit.shop.texts.shop, productsPage(products, visit.shop))
  }

  private async changeCart(visit: Visit): Promise<void> {
    const cart = (await this.openCart(visit)) ?? (await this.createCart(visit))
    const variantId = visit.form.get("variant_id")
    const removed = visit.form.get("remove")
    try {
      if (variantId) {
        await this.sdk.store.cart.createLineItem(cart.id, { variant_id: variantId, quantity: 1 })
      } else if (removed) {
        await this.sdk.store.cart.deleteLineItem(cart.id, removed)
      }
    } catch (error) {
      if (!(error instanceof FetchError) || error.status !== 409) {
        throw error
      }
      // The cart has been paid meanwhile, in another tab: show what became of it.
      redirect(visit.response, `/${visit.country}/checkout?webcheckout=pending`)
      return
    }
    redirect(visit.response, `/${visit.country}/cart`, cookieFor(CART_COOKIE, cart.id))
  }

  private async saveAddress(visit: Visit): Promise<void> {
    const cart = await this.openCart(visit)
    if (!cart) {
      redirect(visit.response, `/${visit.country}/cart`)
      return
    }
    const { email, ...address } = Object.fromEntries(visit.form)
    const shipping_address = { ...address, country_code: visit.country }
    try {
      await this.sdk.store.cart.update(cart.id, { email, shipping_address, billing_address: shipping_address })
    } catch (error) {
      if (!(error instanceof FetchError) || error.status !== 400) {
        throw error
      }
      await this.show(visit, visit.shop.texts.address, addressPage(cart, visit.shop, error.message), { status: 400 })
      return
    }
    const { shipping_options } = await this.sdk.store.fulfillment.listCartOptions({ cart_id: cart.id })
    await this.sdk.store.cart.addShippingMethod(cart.id, { option_id: shipping_options[0].id })
    redirect(visit.response, `/${visit.country}/checkout?step=payment`)
  }

  /** Whatever the address says: what became of the payment is asked of the store. */
  private async showCheckout(visit: Visit): Promise<void> {
    const { shop, query, cartId } = visit
    const read = query.has("webcheckout") && cartId ? await this.outcome(cartId) : undefined
    if (read?.order_id) {
      redirect(visit.response, `/${visit.country}/order/${read.order_id}/confirmed`)
      return
    }
    if (read && (read.outcome === "pending" || read.outcome === "review")) {
      const waiting = waitingPage(read.outcome, read.gateway_order_id, shop)
      await this.show(visit, shop.texts.waiting, waiting, { refreshSeconds: REFRESH_SECONDS })
      return
    }
    const cart = await this.openCart(visit)
    if (!cart?.items?.length) {
      redirect(visit.response, `/${visit.country}/cart`)
      return
    }
    if (!cart.shipping_address?.address_1 || query.get("step") === "address") {
      await this.show(visit, shop.texts.address, addressPage(cart, shop))
      return
    }
    await this.show(
      visit,
      shop.texts.pay,
      paymentPage(cart, shop, { outcome: read?.outcome, mayPayLater: visit.headers !== undefined })
    )
  }

  private async pay(visit: Visit): Promise<void> {
    const { cartId, response, country, shop } = visit
    if (!cartId) {
      redirect(response, `/${country}/cart`)
      return
    }
    try {
      const { redirectUrl } = await startCheckout(this.sdk, cartId)
      redirect(response, redirectUrl)
    } catch (error) {
      if (!(error instanceof CheckoutError)) {
        throw error
      }
      if (error.code === "cart_paid") {
        redirect(
          response,
          `/${country}/${error.orderId ? `order/${error.orderId}/confirmed` : "checkout?webcheckout=review"}`
        )
        return
      }
      const cart = await this.openCart(visit)
      if (!cart) {
        redirect(response, `/${country}/cart`)
        return
      }
      await this.show(visit, shop.texts.pay, paymentPage(cart, shop, { problem: error.message }), { status: 502 })
    }
  }

  /** What an order still owes is paid on the payment service's page. */
  private async payOrder({ path, response, country, headers }: Visit): Promise<void> {
    const { redirectUrl } = await payOrder(this.sdk, path[1], { headers })
    redirect(response, redirectUrl ?? `/${country}/order/${path[1]}/confirmed`)
  }

  private async payLater(visit: Visit): Promise<void> {
    const { cartId, headers, response, country, shop } = visit
    const cart = await this.openCart(visit)
    if (!cartId || !cart || headers === undefined) {
      redirect(response, `/${country}/cart`)
      return
    }
    try {
      await this.sdk.client.fetch(`/store/carts/${cartId}/customer`, { method: "POST", headers })
      const orderId = await orderAndPayLater(this.sdk, cartId, { providerId: PAY_LATER, headers })
      redirect(response, `/${country}/order/${orderId}/confirmed`)
    } catch (error) {
      if (!(error instanceof CheckoutError)) {
        throw error
      }
      await this.show(visit, shop.texts.pay, paymentPage(cart, shop, { problem: error.message }), { status: 502 })
    }
  }

  private async signIn(visit: Visit): Promise<void> {
    const { form, response, country, shop } = visit
    try {
      const { token } = await this.sdk.client.fetch<{ token: string }>("/auth/customer/emailpass", {
        method: "POST",
        body: { email: form.get("email"), password: form.get("password") },
      })
      redirect(response, `/${country}`, cookieFor(TOKEN_COOKIE, token))
    } catch (error) {
      if (!(error instanceof FetchError) || error.status !== 401) {
        throw error
      }
      await this.show(visit, shop.texts.signIn, signInPage(shop, error.message), { status: 401 })
    }
  }

  private async showOrder(visit: Visit): Promise<void> {
    const { shop, cartId } = visit
    try {
      const { order } = await this.sdk.store.order.retrieve(visit.path[1], { fields: "*items,*shipping_address" })
      const read = cartId ? await this.outcome(cartId) : undefined
      const reference = read?.order_id === order.id ? read.gateway_order_id : undefined
      // An order of somebody who is not signed in any more is shown without what it owes.
      const payment = await readOrderPayment(this.sdk, order.id, visit).catch(() => undefined)
      await this.show(visit, shop.texts.thanks, confirmationPage(order, shop, { reference, payment }))
    } catch (error) {
      if (!(error instanceof FetchError) || error.status !== 404) {
        throw error
      }
      await this.show(visit, shop.texts.notFound, notFoundPage(shop), { status: 404 })
    }
  }

  private async show(
    visit: Visit,
    title: string,
    content: Html,
    options: { status?: number; refreshSeconds?: number } = {}
  ): Promise<void> {
    const cart = await this.openCart(visit)
    const items = (cart?.items ?? []).reduce((sum, item) => sum + item.quantity, 0)
    const { shop, address } = visit
    const text = page({ title, shop, items, path: address, refreshSeconds: options.refreshSeconds }, content)
    visit.response
      .writeHead(options.status ?? 200, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" })
      .end(text)
  }

  /** The shopper's cart, unless it was bought already or belongs to another country. */
  private async openCart(visit: Visit): Promise<HttpTypes.StoreCart | undefined> {
    if (!visit.cartId) {
      return undefined
    }
    try {
      const { cart } = await this.sdk.store.cart.retrieve(visit.cartId, { fields: CART_FIELDS })
      const region = await this.region(visit.country)
      return isCompleted(cart) || cart.region_id !== region.id ? undefined : cart
    } catch (error) {
      if (error instanceof FetchError && error.status === 404) {
        return undefined
      }
      throw error
    }
  }

  private async createCart(visit: Visit): Promise<HttpTypes.StoreCart> {
    const region = await this.region(visit.country)
    const { cart } = await this.sdk.store.cart.create({ region_id: region.id })
    return cart
  }

  private async region(country: string): Promise<HttpTypes.StoreRegion> {
    const { regions } = await this.sdk.store.region.list({ fields: "id,currency_code,*countries" })
    const region = regions.find((candidate) => candidate.countries?.some(({ iso_2 }) => iso_2 === country))
    if (!region) {
      throw new Error(`The store has no region for ${country}.`)
    }
    return region
  }

  private async outcome(cartId: string): Promise<Outcome | undefined> {
    try {
      return await readOutcome(this.sdk, cartId)
    } catch (error) {
      if (error instanceof CheckoutError && error.code === "not_found") {
        return undefined
      }
      throw error
    }
  }
}

function isCompleted(cart: HttpTypes.StoreCart): boolean {
  return "completed_at" in cart && cart.completed_at !== null
}

const authorizationOf = (token?: string) => (token ? { authorization: `Bearer ${token}` } : undefined)

function cookie(request: IncomingMessage, name: string): string | undefined {
  const cookies = (request.headers.cookie ?? "").split(/;\s*/)
  return cookies.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) || undefined
}

/** `Lax`, not `Strict`: the payment service sends the shopper back, and a strict cookie stays away from that visit. */
function cookieFor(name: string, value: string): string {
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax`
}

function changeLanguage({ form, response, country }: Visit): void {
  const language = LANGUAGES.find((known) => known === form.get("to")) ?? "en"
  const path = form.get("path") ?? ""
  redirect(response, path.startsWith(`/${country}`) ? path : `/${country}`, cookieFor(LANGUAGE_COOKIE, language))
}

function redirect(response: ServerResponse, location: string, cookie?: string): void {
  response.writeHead(303, { location, ...(cookie ? { "set-cookie": cookie } : {}) }).end()
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ""
  for await (const chunk of request) {
    text += String(chunk)
  }
  return text
}
