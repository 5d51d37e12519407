import type { HttpTypes } from "@medusajs/types"
import type { OrderPayment, OutcomeName } from "medusa-payment-webcheckout-storefront"
import { WHOLESALE } from "../../harness/wholesale"
import { html, type Html } from "./html"
import { art } from "./look"
import type { Language, Texts } from "./texts"

/** Whose shop it is: where the links lead, and in which language. */
export interface Shop {
  country: string
  language: Language
  texts: Texts
}

/** How each outcome is shown. */
const TONES: Record<string, "good" | "bad" | "wait"> = { paid: "good", pending: "wait", review: "wait" }

function money(amount: number, currency: string, language: Language): string {
  return new Intl.NumberFormat(language, { style: "currency", currency }).format(amount)
}

function nameOf(handle: string | null | undefined, title: string | null | undefined, { texts }: Shop): string {
  return texts.products[handle ?? ""]?.title ?? title ?? ""
}

export function productsPage(products: HttpTypes.StoreProduct[], shop: Shop): Html {
  const { texts, country, language } = shop
  return html`<h1>${texts.title}</h1>
    <p class="lead">${texts.lead}</p>
    <div class="grid">
      ${products.map((product) => {
        const variant = product.variants?.[0]
        const price = variant?.calculated_price
        return html`<article class="card">
          <div class="art">${art(product.handle)}</div>
          <div class="pad">
            <div class="row">
              <h2>${nameOf(product.handle, product.title, shop)}</h2>
              <span class="price"
                >${price && money(price.calculated_amount ?? 0, price.currency_code ?? "", language)}</span
              >
            </div>
            <p>${texts.products[product.handle]?.description ?? product.description}</p>
            <form method="post" action="/${country}/cart">
              <input type="hidden" name="variant_id" value="${variant?.id}" />
              <button class="wide">${texts.addToBag}</button>
            </form>
          </div>
        </article>`
      })}
    </div>`
}

export function cartPage(cart: HttpTypes.StoreCart | undefined, shop: Shop): Html {
  const { texts, country } = shop
  if (!cart?.items?.length) {
    return html`<h1>${texts.emptyBag}</h1>
      <p class="lead">${texts.nothingYet}</p>
      <a class="button" href="/${country}">${texts.lookAtShop}</a>`
  }
  return html`<h1>${texts.yourBag}</h1>
    <div class="two">
      <section class="card">${cart.items.map((item) => lineOf(item, cart.currency_code, shop, true))}</section>
      <aside class="card pad stack">
        ${sums(cart, shop)}
        <a class="button wide" href="/${country}/checkout?step=address">${texts.checkOut}</a>
      </aside>
    </div>`
}

function lineOf(
  item: HttpTypes.StoreCartLineItem | HttpTypes.StoreOrderLineItem,
  currency: string,
  shop: Shop,
  canRemove = false
): Html {
  const name = nameOf(item.product_handle, item.product_title, shop)
  return html`<div class="line">
    <span class="thumb">${art(item.product_handle ?? "")}</span>
    <div class="grow">
      <b>${name}</b>
      <div class="soft">${item.quantity} × ${money(item.unit_price, currency, shop.language)}</div>
    </div>
    ${
      canRemove &&
      html`<form method="post" action="/${shop.country}/cart">
        <input type="hidden" name="remove" value="${item.id}" />
        <button class="plain" aria-label="${shop.texts.remove} ${name}">${shop.texts.remove}</button>
      </form>`
    }
  </div>`
}

function sums(
  cart: (HttpTypes.StoreCart | HttpTypes.StoreOrder) & { discount_subtotal?: number },
  { texts, language }: Shop
): Html {
  const row = (label: string, amount: number | undefined, sign = 1) =>
    amount
      ? html`<dt>${label}</dt>
          <dd>${money(sign * amount, cart.currency_code, language)}</dd>`
      : html``
  return html`<dl>
    ${row(texts.items, cart.item_subtotal)}${row(texts.delivery, cart.shipping_subtotal)}${row(texts.discount, cart.discount_subtotal, -1)}${row(texts.vat, cart.tax_total)}
    <dt class="sum">${texts.total}</dt>
    <dd class="sum price" data-testid="total">${money(cart.total, cart.currency_code, language)}</dd>
  </dl>`
}

export function addressPage(cart: HttpTypes.StoreCart, shop: Shop, problem?: string): Html {
  const { texts, country } = shop
  const known = cart.shipping_address
  const field = (name: string, label: string, value: string | null | undefined, full = false, type = "text") =>
    html`<label class="${full && "full"}"
      >${label}<input name="${name}" type="${type}" value="${value}" required
    /></label>`
  return html`<h1>${texts.where}</h1>
    ${problem !== undefined && html`<div class="note bad" role="alert"><b>${texts.lookAgain}</b>${problem}</div>`}
    <div class="two">
      <section class="card pad">
        <form class="fields" method="post" action="/${country}/checkout">
          ${field("email", texts.email, cart.email ?? "aisha@shop.example", true, "email")}
          ${field("first_name", texts.firstName, known?.first_name ?? "Aisha")}${field("last_name", texts.lastName, known?.last_name ?? "Khan")}
          ${field("address_1", texts.address, known?.address_1 ?? "12 Sea Road", true)}
          ${field("city", texts.city, known?.city ?? "Jumeirah")}${field("postal_code", texts.postcode, known?.postal_code ?? "00000")}
          ${field("phone", texts.phone, known?.phone ?? "+971501234567", true, "tel")}
          <button class="full">${texts.continue}</button>
        </form>
      </section>
      <aside class="card pad">${sums(cart, shop)}</aside>
    </div>`
}

export function paymentPage(
  cart: HttpTypes.StoreCart,
  shop: Shop,
  { outcome, problem, mayPayLater }: { outcome?: OutcomeName; problem?: string; mayPayLater?: boolean } = {}
): Html {
  const { texts, country, language } = shop
  const address = cart.shipping_address
  return html`<h1>${texts.pay}</h1>
    ${outcome && outcomeNote(outcome, shop)}
    ${problem !== undefined && html`<div class="note bad" role="alert" data-outcome="error"><b>${texts.trouble}</b>${problem}</div>`}
    <div class="two">
      <section class="card pad stack">
        <div>
          <h2>${texts.delivery}</h2>
          <div class="soft">
            ${address?.first_name} ${address?.last_name}, ${address?.address_1}, ${address?.city} ·
            <a href="/${country}/checkout?step=address">${texts.change}</a>
          </div>
        </div>
        <div>
          <h2>${texts.payment}</h2>
          <p>${texts.payHint}</p>
          <form method="post" action="/${country}/pay">
            <button class="wide">${texts.payAmount(money(cart.total, cart.currency_code, language))}</button>
          </form>
          ${
            mayPayLater &&
            html`<p class="soft later">${texts.payLaterHint}</p>
              <form method="post" action="/${country}/pay-later">
                <button class="plain wide">${texts.payLater}</button>
              </form>`
          }
        </div>
      </section>
      <aside class="card">
        ${(cart.items ?? []).map((item) => lineOf(item, cart.currency_code, shop))}
        <div class="pad">${sums(cart, shop)}</div>
      </aside>
    </div>`
}

/** What happened, in the kit's words. */
function outcomeNote(outcome: OutcomeName, { texts }: Shop): Html {
  const { title, text } = texts.outcomes[outcome]
  return html`<div class="note ${TONES[outcome] ?? "bad"}" role="status" data-outcome="${outcome}">
    <b>${title}</b>${text}
  </div>`
}

export function waitingPage(outcome: "pending" | "review", reference: string, shop: Shop): Html {
  const { texts, country } = shop
  return html`<h1>${texts.waiting}</h1>
    ${outcomeNote(outcome, shop)}
    <p class="soft">${texts.reference} <span class="ref" dir="ltr">${reference}</span>. ${texts.refreshes}</p>
    <a class="button" href="/${country}/checkout?webcheckout=${outcome}">${texts.outcomes.pending.action}</a>`
}

/** Who orders now and pays later signs in first. */
export function signInPage(shop: Shop, problem?: string): Html {
  const { texts, country } = shop
  return html`<h1>${texts.signIn}</h1>
    ${problem !== undefined && html`<div class="note bad" role="alert">${problem}</div>`}
    <section class="card pad">
      <form class="fields" method="post" action="/${country}/sign-in">
        <label class="full"
          >${texts.email}<input name="email" type="email" value="${WHOLESALE.email}" autocomplete="username" required
        /></label>
        <label class="full"
          >${texts.password}<input
            name="password"
            type="password"
            value="${WHOLESALE.password}"
            autocomplete="current-password"
            required
        /></label>
        <button class="full">${texts.signIn}</button>
      </form>
    </section>`
}

/** What the order still owes, in the kit's words, and the button that pays it. */
function owedNote({ order_id, state, to_pay, currency_code }: OrderPayment, shop: Shop): Html {
  const { texts, country, language } = shop
  const { title, text, action } = texts.ofOrders[state]
  return html`<div class="note wait" role="status" data-payment="${state}"><b>${title}</b>${text}</div>
    ${
      to_pay > 0 &&
      html`<form class="owed" method="post" action="/${country}/order/${order_id}">
        <button>${action}: ${money(to_pay, currency_code, language)}</button>
      </form>`
    }`
}

/** @param reference what the payment service showed, as far as this browser may know it */
export function confirmationPage(
  order: HttpTypes.StoreOrder,
  shop: Shop,
  { reference, payment }: { reference: string | undefined; payment: OrderPayment | undefined }
): Html {
  const { texts, country } = shop
  const name = order.shipping_address?.first_name
  return html`<h1>${texts.thanks}${name ? html`${shop.language === "ar" ? "،" : ","} <bdi>${name}</bdi>` : ""}</h1>
    ${payment && payment.owed > 0 ? owedNote(payment, shop) : outcomeNote("paid", shop)}
    <div class="two">
      <section class="card">${(order.items ?? []).map((item) => lineOf(item, order.currency_code, shop))}</section>
      <aside class="card pad stack">
        ${sums(order, shop)}
        <div class="soft">${texts.order} <b data-testid="order" dir="ltr">#${order.display_id}</b></div>
        ${reference !== undefined && html`<div class="soft">${texts.paymentReference} <span class="ref" dir="ltr">${reference}</span></div>`}
        <a class="button wide" href="/${country}">${texts.backToShop}</a>
      </aside>
    </div>`
}

export function notFoundPage({ texts, country }: Shop): Html {
  return html`<h1>${texts.notFound}</h1>
    <p class="lead">${texts.notFoundHint}</p>
    <a class="button" href="/${country}">${texts.lookAtShop}</a>`
}
