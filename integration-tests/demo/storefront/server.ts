import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import Medusa, { FetchError } from "@medusajs/js-sdk"
import type { HttpTypes } from "@medusajs/types"
import type { Html } from "./html"
import { page } from "./look"
import {
  addressPage,
  cartPage,
  confirmationPage,
  notFoundPage,
  paymentPage,
  productsPage,
  waitingPage,
} from "./shop-pages"

export interface StorefrontSettings {
  medusaUrl: string
  publishableKey: string
  port?: number
}

const COUNTRIES = ["ae", "jp", "kw"]
const CART_COOKIE = "demo_cart"
const PROVIDER = "pp_webcheckout_default"
const CART_FIELDS = "+completed_at,*items,*shipping_address,*payment_collection,*payment_collection.payment_sessions"

interface Visit {
  country: string
  path: string[]
  query: URLSearchParams
  form: URLSearchParams
  cartId: string | undefined
  response: ServerResponse
}

/**
 * A small storefront, written on the server with @medusajs/js-sdk: product, cart, address, pay, confirmation. It needs no
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
      const visit = { country, path, query: url.searchParams, form, cartId: cartCookie(request), response }
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
        return this.show(visit, "Bag", cartPage(await this.openCart(visit), visit.country))
      case "POST /cart":
        return this.changeCart(visit)
      case "GET /checkout":
        return this.showCheckout(visit)
      case "POST /checkout":
        return this.saveAddress(visit)
      case "POST /pay":
        return this.pay(visit)
      case "GET /order":
        return this.showOrder(visit)
      default:
        return this.show(visit, "Not found", notFoundPage(visit.country), { status: 404 })
    }
  }

  private async showProducts(visit: Visit): Promise<void> {
    const region = await this.region(visit.country)
    const { products } = await this.sdk.store.product.list({
      region_id: region.id,
      fields: "id,title,handle,description,*variants,*variants.calculated_price",
      order: "-created_at",
    })
    await this.show(visit, "Shop", productsPage(products, visit.country))
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
    redirect(visit.response, `/${visit.country}/cart`, cartCookieFor(cart.id))
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
      await this.show(visit, "Address", addressPage(cart, visit.country, error.message), { status: 400 })
      return
    }
    const { shipping_options } = await this.sdk.store.fulfillment.listCartOptions({ cart_id: cart.id })
    await this.sdk.store.cart.addShippingMethod(cart.id, { option_id: shipping_options[0].id })
    redirect(visit.response, `/${visit.country}/checkout?step=payment`)
  }

  private async showCheckout(visit: Visit): Promise<void> {
    const status = visit.query.get("webcheckout") ?? undefined
    const outcome = status && visit.cartId ? await this.outcome(visit.cartId) : undefined
    if (outcome?.order_id) {
      redirect(visit.response, `/${visit.country}/order/${outcome.order_id}/confirmed`)
      return
    }
    if (outcome && (outcome.outcome === "pending" || outcome.outcome === "review")) {
      await this.show(
        visit,
        "Waiting for payment",
        waitingPage(outcome.outcome, outcome.order_reference, visit.country),
        { refreshSeconds: 3 }
      )
      return
    }
    const cart = await this.openCart(visit)
    if (!cart?.items?.length) {
      redirect(visit.response, `/${visit.country}/cart`)
      return
    }
    const isAddressed = cart.shipping_address?.address_1 && visit.query.get("step") !== "address"
    await this.show(
      visit,
      isAddressed ? "Pay" : "Address",
      isAddressed
        ? paymentPage(cart, visit.country, status && (outcome?.outcome ?? status))
        : addressPage(cart, visit.country)
    )
  }

  private async pay(visit: Visit): Promise<void> {
    const cart = await this.openCart(visit)
    if (!cart) {
      redirect(visit.response, `/${visit.country}/cart`)
      return
    }
    try {
      const { payment_collection } = await this.sdk.store.payment.initiatePaymentSession(cart, {
        provider_id: PROVIDER,
      })
      const session = payment_collection.payment_sessions?.find((candidate) => candidate.provider_id === PROVIDER)
      redirect(visit.response, String(session?.data?.redirect_url))
    } catch (error) {
      if (!(error instanceof FetchError)) {
        throw error
      }
      redirect(visit.response, `/${visit.country}/checkout?step=payment&webcheckout=error`)
    }
  }

  private async showOrder(visit: Visit): Promise<void> {
    try {
      const { order } = await this.sdk.store.order.retrieve(visit.path[1], { fields: "*items,*shipping_address" })
      const outcome = visit.cartId ? await this.outcome(visit.cartId) : undefined
      const reference = outcome?.order_id === order.id ? outcome.order_reference : undefined
      await this.show(visit, "Thank you", confirmationPage(order, visit.country, reference))
    } catch (error) {
      if (!(error instanceof FetchError) || error.status !== 404) {
        throw error
      }
      await this.show(visit, "Not found", notFoundPage(visit.country), { status: 404 })
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
    const text = page({ title, country: visit.country, items, refreshSeconds: options.refreshSeconds }, content)
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

  private async outcome(
    cartId: string
  ): Promise<{ outcome: string; order_id: string | null; order_reference: string } | undefined> {
    try {
      const { checkout } = await this.sdk.client.fetch<{
        checkout: { outcome: string; order_id: string | null; order_reference: string }
      }>(`/store/webcheckout/checkouts/${encodeURIComponent(cartId)}`)
      return checkout
    } catch (error) {
      if (error instanceof FetchError && error.status === 404) {
        return undefined
      }
      throw error
    }
  }
}

function isCompleted(cart: HttpTypes.StoreCart): boolean {
  return "completed_at" in cart && cart.completed_at !== null
}

function cartCookie(request: IncomingMessage): string | undefined {
  const cookies = (request.headers.cookie ?? "").split(/;\s*/)
  const found = cookies.find((cookie) => cookie.startsWith(`${CART_COOKIE}=`))
  return found?.slice(CART_COOKIE.length + 1) || undefined
}

function cartCookieFor(cartId: string): string {
  return `${CART_COOKIE}=${cartId}; Path=/; HttpOnly; SameSite=Lax`
}

function redirect(response: ServerResponse, location: string, cookie?: string): void {
  response.writeHead(303, { location, ...(cookie ? { "set-cookie": cookie } : {}) }).end()
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ""
  for await (const chunk of request) {
    text += chunk
  }
  return text
}
