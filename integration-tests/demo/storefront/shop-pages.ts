import type { HttpTypes } from "@medusajs/types"
import { html, type Html } from "./html"
import { art } from "./look"

/** What a shopper reads of an outcome that brought them back to the checkout. */
const MESSAGES: Record<string, { tone: "bad" | "wait"; title: string; text: string }> = {
  failed: {
    tone: "bad",
    title: "The payment did not go through.",
    text: "Nothing was taken. Your bag is as you left it: try again, or use another card.",
  },
  cancelled: {
    tone: "bad",
    title: "You cancelled the payment.",
    text: "Nothing was taken. Your bag is as you left it, whenever you are ready.",
  },
  expired: {
    tone: "bad",
    title: "The payment page expired.",
    text: "Nothing was taken. Start the payment again below.",
  },
  refunded: {
    tone: "bad",
    title: "The payment was refunded.",
    text: "The money is on its way back to you. You can order again below.",
  },
  error: {
    tone: "bad",
    title: "The payment could not be started.",
    text: "Nothing was taken. Please try again in a moment.",
  },
  pending: {
    tone: "wait",
    title: "We are waiting for your payment.",
    text: "This page looks again by itself. You can close it: once the payment arrives, your order is placed.",
  },
  review: {
    tone: "wait",
    title: "We have your payment and are looking at your order.",
    text: "Somebody at the shop will finish it by hand and write to you. Please do not pay again.",
  },
}

export function money(amount: number, currency: string): string {
  return new Intl.NumberFormat("en", { style: "currency", currency }).format(amount)
}

export function productsPage(products: HttpTypes.StoreProduct[], country: string): Html {
  return html`<h1>Coffee, the slow way</h1>
    <p class="lead">Pots, cups and a light roast with cardamom. Sent from Dubai to your door.</p>
    <div class="grid">
      ${products.map((product) => {
        const variant = product.variants?.[0]
        const price = variant?.calculated_price
        return html`<article class="card">
          <div class="art">${art(product.handle)}</div>
          <div class="pad">
            <div class="row">
              <h2>${product.title}</h2>
              <span class="price">${price && money(price.calculated_amount ?? 0, price.currency_code ?? "")}</span>
            </div>
            <p>${product.description}</p>
            <form method="post" action="/${country}/cart">
              <input type="hidden" name="variant_id" value="${variant?.id}" />
              <button class="wide">Add to bag</button>
            </form>
          </div>
        </article>`
      })}
    </div>`
}

export function cartPage(cart: HttpTypes.StoreCart | undefined, country: string): Html {
  if (!cart?.items?.length) {
    return html`<h1>Your bag is empty</h1>
      <p class="lead">Nothing in it yet.</p>
      <a class="button" href="/${country}">Look at the shop</a>`
  }
  return html`<h1>Your bag</h1>
    <div class="two">
      <section class="card">${cart.items.map((item) => lineOf(item, cart.currency_code, country))}</section>
      <aside class="card pad stack">
        ${sums(cart)}
        <a class="button wide" href="/${country}/checkout?step=address">Check out</a>
      </aside>
    </div>`
}

function lineOf(
  item: HttpTypes.StoreCartLineItem | HttpTypes.StoreOrderLineItem,
  currency: string,
  country?: string
): Html {
  return html`<div class="line">
    <span class="thumb">${art(item.product_handle ?? "")}</span>
    <div class="grow">
      <b>${item.product_title}</b>
      <div class="soft">${item.quantity} × ${money(item.unit_price, currency)}</div>
    </div>
    ${
      country !== undefined &&
      html`<form method="post" action="/${country}/cart">
        <input type="hidden" name="remove" value="${item.id}" />
        <button class="plain" aria-label="Remove ${item.product_title}">Remove</button>
      </form>`
    }
  </div>`
}

function sums(cart: (HttpTypes.StoreCart | HttpTypes.StoreOrder) & { discount_subtotal?: number }): Html {
  const row = (label: string, amount: number | undefined, sign = 1) =>
    amount
      ? html`<dt>${label}</dt>
          <dd>${money(sign * amount, cart.currency_code)}</dd>`
      : html``
  return html`<dl>
    ${row("Items", cart.item_subtotal)}${row("Delivery", cart.shipping_subtotal)}${row("Discount", cart.discount_subtotal, -1)}${row("VAT", cart.tax_total)}
    <dt class="sum">Total</dt>
    <dd class="sum price" data-testid="total">${money(cart.total, cart.currency_code)}</dd>
  </dl>`
}

export function addressPage(cart: HttpTypes.StoreCart, country: string, problem?: string): Html {
  const known = cart.shipping_address
  const field = (name: string, label: string, value: string | null | undefined, full = false, type = "text") =>
    html`<label class="${full && "full"}"
      >${label}<input name="${name}" type="${type}" value="${value}" required
    /></label>`
  return html`<h1>Where should it go?</h1>
    ${problem !== undefined && html`<div class="note bad" role="alert"><b>Please look at the address again.</b>${problem}</div>`}
    <div class="two">
      <section class="card pad">
        <form class="fields" method="post" action="/${country}/checkout">
          ${field("email", "E-mail", cart.email ?? "aisha@shop.example", true, "email")}
          ${field("first_name", "First name", known?.first_name ?? "Aisha")}${field("last_name", "Last name", known?.last_name ?? "Khan")}
          ${field("address_1", "Address", known?.address_1 ?? "12 Sea Road", true)}
          ${field("city", "City", known?.city ?? "Jumeirah")}${field("postal_code", "Postcode", known?.postal_code ?? "00000")}
          ${field("phone", "Phone, with country code", known?.phone ?? "+971501234567", true, "tel")}
          <button class="full">Continue to payment</button>
        </form>
      </section>
      <aside class="card pad">${sums(cart)}</aside>
    </div>`
}

export function paymentPage(cart: HttpTypes.StoreCart, country: string, status: string | undefined): Html {
  const address = cart.shipping_address
  return html`<h1>Pay</h1>
    ${outcomeNote(status)}
    <div class="two">
      <section class="card pad stack">
        <div>
          <h2>Delivery</h2>
          <div class="soft">
            ${address?.first_name} ${address?.last_name}, ${address?.address_1}, ${address?.city} ·
            <a href="/${country}/checkout?step=address">change</a>
          </div>
        </div>
        <div>
          <h2>Payment</h2>
          <p>You pay on the secure page of our payment service and come back here.</p>
          <form method="post" action="/${country}/pay">
            <button class="wide">Pay ${money(cart.total, cart.currency_code)}</button>
          </form>
        </div>
      </section>
      <aside class="card">
        ${(cart.items ?? []).map((item) => lineOf(item, cart.currency_code))}
        <div class="pad">${sums(cart)}</div>
      </aside>
    </div>`
}

function outcomeNote(status: string | undefined): Html | undefined {
  const message = status === undefined ? undefined : MESSAGES[status]
  return (
    message &&
    html`<div class="note ${message.tone}" role="status" data-outcome="${status}">
      <b>${message.title}</b>${message.text}
    </div>`
  )
}

export function waitingPage(status: "pending" | "review", reference: string, country: string): Html {
  return html`<h1>Almost there</h1>
    ${outcomeNote(status)}
    <p class="soft">Reference <span class="ref">${reference}</span></p>
    <a class="button" href="/${country}/checkout?step=payment">Back to the checkout</a>`
}

/** @param reference what the payment service showed, as far as this browser may know it */
export function confirmationPage(order: HttpTypes.StoreOrder, country: string, reference: string | undefined): Html {
  return html`<h1>Thank you${order.shipping_address?.first_name ? `, ${order.shipping_address.first_name}` : ""}</h1>
    <div class="note good" role="status" data-outcome="paid">
      <b>Your payment arrived and your order is placed.</b>A confirmation goes to ${order.email}.
    </div>
    <div class="two">
      <section class="card">${(order.items ?? []).map((item) => lineOf(item, order.currency_code))}</section>
      <aside class="card pad stack">
        ${sums(order)}
        <div class="soft">Order <b data-testid="order">#${order.display_id}</b></div>
        ${reference !== undefined && html`<div class="soft">Payment reference <span class="ref">${reference}</span></div>`}
        <a class="button wide" href="/${country}">Back to the shop</a>
      </aside>
    </div>`
}

export function notFoundPage(country: string): Html {
  return html`<h1>This page is not here</h1>
    <p class="lead">The address may be old, or mistyped.</p>
    <a class="button" href="/${country}">Look at the shop</a>`
}
