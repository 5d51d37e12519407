import { createHash } from "node:crypto"
import { roundToCurrency } from "../../../gateway/money"
import { escapeHtml } from "../../../gateway/text"
import type { WebCheckoutOptions } from "../../../modules/web-checkout/options"
import { isPayable } from "../../../modules/web-checkout/rules/pay-link"
import type { PayPage, PayPageContents } from "../../../workflows/pay-link/read-pay-page"
import { fill, PAYER_TEXTS, type Language } from "../../../texts/payers"

const STYLE = `
:root{color-scheme:light dark;--bg:#f4f4f5;--card:#fff;--ink:#18181b;--soft:#52525b;--line:#e4e4e7;--act:#18181b;--act-ink:#fff;--note:#f4f4f5;--good:#166534;--warn:#854d0e}
@media (prefers-color-scheme:dark){:root{--bg:#18181b;--card:#27272a;--ink:#fafafa;--soft:#a1a1aa;--line:#3f3f46;--act:#fafafa;--act-ink:#18181b;--note:#3f3f46;--good:#86efac;--warn:#fde047}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:var(--bg);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans Arabic",sans-serif;padding:clamp(1rem,5vh,3.5rem) 1rem}
main{max-width:27rem;margin:0 auto}
header{display:flex;align-items:baseline;gap:.75rem;justify-content:space-between;margin:0 .25rem 1rem}
header p{margin:0;font-weight:600;overflow-wrap:anywhere}
.badge{flex:none;font-size:.75rem;font-weight:600;color:var(--warn)}
article{background:var(--card);border:1px solid var(--line);border-radius:1rem;overflow:hidden}
section{padding:1.25rem 1.5rem;border-bottom:1px solid var(--line)}
section:last-child{border-bottom:0}
h1{font-size:1rem;font-weight:500;color:var(--soft);margin:0}
.amount{font-size:2.1rem;font-weight:700;letter-spacing:-.02em;margin:.1rem 0 0;font-variant-numeric:tabular-nums}
.part{margin:0;color:var(--soft);font-size:.9rem}
h2{font-size:1.2rem;margin:0 0 .25rem}
h2.good{color:var(--good)}
h1.say{font-size:1.2rem;font-weight:600;color:var(--ink)}
.say{margin:0;color:var(--soft)}
.note{white-space:pre-line;overflow-wrap:anywhere;margin:0;background:var(--note);border-radius:.6rem;padding:.7rem .9rem}
ul{list-style:none;margin:0;padding:0;display:grid;gap:.6rem}
li,dl div{display:flex;justify-content:space-between;gap:1rem}
li span:first-child{overflow-wrap:anywhere}
.num{flex:none;font-variant-numeric:tabular-nums}
dl{margin:0;display:grid;gap:.45rem;color:var(--soft)}
dd{margin:0;text-align:end;overflow-wrap:anywhere}
dl .strong{color:var(--ink);font-weight:600}
form{display:grid;gap:.75rem}
button,.link{font:inherit;font-weight:600;border-radius:.7rem;border:1px solid var(--act);background:var(--act);color:var(--act-ink);padding:.8rem 1rem;min-height:3rem;cursor:pointer;width:100%;text-align:center;text-decoration:none;display:block}
.link{background:transparent;color:var(--ink);border-color:var(--line)}
button:focus-visible,.link:focus-visible{outline:3px solid #3b82f6;outline-offset:2px}
.small{margin:0;color:var(--soft);font-size:.85rem;text-align:center}
`

/**
 * The page loads nothing, runs no script and cannot be framed. There is no `form-action`: it would block the form's redirect to the
 * gateway's page, whose URL is not known in advance.
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ")

type PageTexts = (typeof PAYER_TEXTS)[Language]["page"]

/**
 * The page of a pay link, or the page for an unknown URL if there is no link.
 *
 * @param hasFailed the button was pressed, and no payment could be begun
 */
export function payPage(
  page: PayPage | undefined,
  language: Language,
  { environment, storefront }: Pick<WebCheckoutOptions, "environment" | "storefront">,
  hasFailed: boolean
): string {
  const texts = PAYER_TEXTS[language].page
  const parts = page
    ? [
        headOf(page, texts),
        hasFailed &&
          `<section role="alert"><h2>${texts.failed.title}</h2><p class="say">${texts.failed.text}</p></section>`,
        page.contents && noteAndLinesOf(page.contents, page, texts),
        page.order && sumsOf(page, page.order, texts),
        actionOf(page, storefront.url, texts),
      ]
    : [`<section><h1 class="say">${texts.unknown.title}</h1><p class="say">${texts.unknown.text}</p></section>`]
  const title = page
    ? [page.shop, page.order && fill(texts.order, { number: page.order.number })].filter(Boolean).join(" · ")
    : texts.unknown.title
  const badge = environment === "test" ? `<span class="badge">${texts.test}</span>` : ""
  return `<!doctype html><html lang="${language}" dir="${texts.direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main><header>${page ? `<p dir="auto">${escapeHtml(page.shop)}</p>` : ""}${badge}</header><article>${parts.filter(Boolean).join("")}</article></main></body></html>`
}

function headOf(page: PayPage, texts: PageTexts): string {
  const order = page.order ? `<h1>${escapeHtml(fill(texts.order, { number: page.order.number }))}</h1>` : ""
  if (page.state === "payable") {
    const part = page.is_part ? `<p class="part">${texts.part}</p>` : ""
    return `<section>${order}<p class="amount">${money(page.to_pay, page, texts)}</p>${part}</section>`
  }
  const { title, text } = texts.states[page.state]
  const good = page.state === "paid" ? ' class="good"' : ""
  const heading = page.order ? `${order}<h2${good}>${title}</h2>` : `<h1 class="say">${title}</h1>`
  return `<section>${heading}<p class="say">${text}</p></section>`
}

function noteAndLinesOf({ note, lines }: PayPageContents, page: PayPage, texts: PageTexts): string {
  const noteHtml = note === null ? "" : `<section><p class="note" dir="auto">${escapeHtml(note)}</p></section>`
  const rows = lines.map(
    ({ title, quantity, total }) =>
      `<li><span dir="auto">${escapeHtml(title)}${quantity === "1" ? "" : ` × ${escapeHtml(quantity)}`}</span><span class="num">${money(total, page, texts)}</span></li>`
  )
  return `${noteHtml}<section><ul>${rows.join("")}</ul></section>`
}

function sumsOf(page: PayPage, { reference }: { reference: string | null }, texts: PageTexts): string {
  const sums = page.contents ? amountsOf(page.contents, page, texts) : []
  const rows = sums.map(
    ([name, amount, look]) =>
      `<div class="${look}"><dt>${name}</dt><dd class="num">${money(amount, page, texts)}</dd></div>`
  )
  const named = reference && `<div><dt>${texts.reference}</dt><dd dir="ltr">${escapeHtml(reference)}</dd></div>`
  return `<section><dl>${rows.join("")}${named ?? ""}</dl></section>`
}

/** What the order comes to: a name, an amount, and how it is shown. */
function amountsOf(contents: PayPageContents, page: PayPage, texts: PageTexts): string[][] {
  const isSome = (amount: string) => Number(amount) !== 0
  return [
    ...(isSome(contents.shipping) ? [[texts.shipping, contents.shipping, ""]] : []),
    ...(isSome(contents.credit)
      ? [[texts.credit, contents.credit.startsWith("-") ? contents.credit.slice(1) : `-${contents.credit}`, ""]]
      : []),
    [texts.total, contents.total, ""],
    [texts.paid, contents.paid, ""],
    [texts.owed, contents.owed, isPayable(page.state) && !page.is_part ? "strong" : ""],
    ...(page.is_part ? [[texts.toPay, page.to_pay, "strong"]] : []),
  ]
}

/** A form without a target goes to the page's own address. */
function actionOf(page: PayPage, shopUrl: string, texts: PageTexts): string {
  if (page.state === "paid") {
    return `<section><a class="link" href="${escapeHtml(shopUrl)}">${texts.shop}</a></section>`
  }
  if (page.state === "being_paid") {
    return `<section><a class="link" href="">${texts.again}</a></section>`
  }
  if (!isPayable(page.state)) {
    return ""
  }
  const label =
    page.state === "open_elsewhere" ? texts.goOn : fill(texts.pay, { amount: money(page.to_pay, page, texts) })
  // In UTC, with the zone shown: the payer's time zone is unknown.
  const format = new Intl.DateTimeFormat(texts.locale, { dateStyle: "long", timeStyle: "long", timeZone: "UTC" })
  const date = escapeHtml(format.format(new Date(page.expires_at)))
  const expiry = `<p class="small">${fill(texts.expires, { date })}</p>`
  return `<section><form method="post"><button type="submit">${label}</button><p class="small">${texts.secure}</p>${expiry}</form></section>`
}

function money(amount: string, { currency_code }: PayPage, { locale }: PageTexts): string {
  const format = new Intl.NumberFormat(locale, { style: "currency", currency: currency_code })
  return `<bdi>${escapeHtml(format.format(roundToCurrency(amount, currency_code).toNumber()))}</bdi>`
}
