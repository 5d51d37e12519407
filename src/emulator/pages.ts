import type { BookedCheckout, Books } from "./checkouts-and-subscriptions"
import { amountText } from "./minor-units"

/** Escapes text for HTML. */
function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

const STYLE = `
:root{color-scheme:light dark;--bg:#f3f4f6;--card:#fff;--ink:#111827;--soft:#6b7280;--line:#e5e7eb;--accent:#4f46e5;--accent-ink:#fff;--good:#047857;--bad:#b91c1c;--note:#fffbeb;--note-ink:#92400e}
@media (prefers-color-scheme:dark){:root{--bg:#0b0f19;--card:#151b2b;--ink:#f3f4f6;--soft:#9ca3af;--line:#273046;--accent:#818cf8;--accent-ink:#0b0f19;--good:#34d399;--bad:#f87171;--note:#2a2312;--note-ink:#fcd34d}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:var(--bg);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;display:flex;flex-direction:column;align-items:center;padding:clamp(1rem,6vh,4rem) 1rem}
main{width:100%;max-width:27rem}
.wide{max-width:72rem}
.brand{display:flex;align-items:center;gap:.6rem;font-weight:600;margin:0 .25rem 1rem}
.brand svg{flex:none}
.badge{margin-inline-start:auto;white-space:nowrap;font-size:.75rem;font-weight:600;padding:.15rem .6rem;border-radius:1rem;background:var(--note);color:var(--note-ink)}
.card{background:var(--card);border:1px solid var(--line);border-radius:1rem;box-shadow:0 10px 30px -18px rgb(0 0 0/.35);overflow:hidden}
.head{padding:1.75rem 1.5rem;border-bottom:1px solid var(--line);text-align:center}
.head p{margin:0;color:var(--soft);font-size:.9rem}
.amount{font-size:2.25rem;font-weight:700;letter-spacing:-.02em;margin:.15rem 0 0;font-variant-numeric:tabular-nums}
dl{margin:0;padding:1.1rem 1.5rem;display:grid;grid-template-columns:auto 1fr;gap:.45rem 1rem;font-size:.9rem;border-bottom:1px solid var(--line)}
dt{color:var(--soft)}dd{margin:0;text-align:end;overflow-wrap:anywhere}
form{padding:1.25rem 1.5rem;display:grid;gap:.6rem}
.field{display:grid;gap:.25rem;font-size:.85rem;color:var(--soft)}
.field span{border:1px solid var(--line);border-radius:.6rem;padding:.65rem .8rem;color:var(--ink);font-variant-numeric:tabular-nums;background:var(--bg)}
.row{display:grid;grid-template-columns:1fr 1fr;gap:.6rem}
button{font:inherit;font-weight:600;border-radius:.6rem;border:1px solid var(--line);background:transparent;color:var(--ink);padding:.7rem 1rem;cursor:pointer;min-height:2.9rem}
button:hover{border-color:var(--soft)}
button:focus-visible,a:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
button.primary{background:var(--accent);border-color:var(--accent);color:var(--accent-ink)}
button.quiet{border-color:transparent;color:var(--soft);font-weight:500}
hr{border:0;border-top:1px solid var(--line);margin:.5rem 0;width:100%}
.label{margin:.25rem 0 0;font-size:.8rem;color:var(--soft)}
.foot{text-align:center;color:var(--soft);font-size:.8rem;margin:1rem 0}
.state{font-size:1.35rem;font-weight:700;margin:.35rem 0 0}
.good{color:var(--good)}.bad{color:var(--bad)}
a.back{display:block;text-align:center;margin:1.25rem 1.5rem;padding:.75rem 1rem;border-radius:.6rem;background:var(--accent);color:var(--accent-ink);font-weight:600;text-decoration:none}
h1{font-size:1.4rem;margin:0 0 1rem}h2{font-size:1rem;margin:2rem 0 .6rem}
.scroll{overflow-x:auto;border:1px solid var(--line);border-radius:.8rem;background:var(--card)}
table{border-collapse:collapse;width:100%;font-size:.85rem}
th,td{text-align:start;padding:.55rem .8rem;border-bottom:1px solid var(--line);white-space:nowrap}
tr:last-child td{border-bottom:0}th{color:var(--soft);font-weight:500}
td.num{text-align:end;font-variant-numeric:tabular-nums}
code{font-family:ui-monospace,SFMono-Regular,Menlo,monospace;font-size:.85em}
.empty{padding:1.25rem;color:var(--soft);margin:0}
`

const LOGO = `<svg width="28" height="28" viewBox="0 0 28 28" aria-hidden="true"><rect width="28" height="28" rx="8" fill="#4f46e5"/><path d="M7 11h14M7 11v8h14v-8M7 11l2-3h10l2 3M11 15h2" fill="none" stroke="#fff" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"/></svg>`

function page(title: string, content: string, wide = false): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escape(title)}</title><style>${STYLE}</style></head><body><main${wide ? ' class="wide"' : ""}><div class="brand">${LOGO}<span>Web Checkout</span><span class="badge">No real money</span></div>${content}</main></body></html>`
}

/** The page on which a shopper pays. */
export function paymentPage(checkout: BookedCheckout, merchant: string): string {
  const amount = escape(amountText(checkout))
  return page(
    `Pay ${amountText(checkout)} to ${merchant}`,
    `<section class="card"><header class="head"><p>${escape(merchant)}</p><h1 class="amount">${amount}</h1></header>
<dl><dt>Reference</dt><dd><code>${escape(checkout.orderId)}</code></dd><dt>Checkout</dt><dd><code>${escape(checkout.displayId)}</code></dd></dl>
<form method="post">
<div class="field">Card number<span>•••• •••• •••• 4242</span></div>
<div class="row"><div class="field">Expires<span>12 / 34</span></div><div class="field">Security code<span>•••</span></div></div>
<button class="primary" name="action" value="pay">Pay ${amount}</button>
<button name="action" value="cancel">Cancel and return</button>
<hr><p class="label">What else can happen to a payment</p>
<div class="row"><button name="action" value="decline">Decline the card</button><button name="action" value="authorize">Authorize only</button></div>
<button class="quiet" name="action" value="pay-and-leave">Pay and close the tab, without returning</button>
</form></section><p class="foot">This page stands in for the payment service. Any card pays.</p>`
  )
}

const STATES: Record<BookedCheckout["status"], [string, "good" | "bad" | ""]> = {
  PENDING: ["Waiting for payment", ""],
  AUTHORIZED: ["Payment authorized", "good"],
  PAID: ["Payment complete", "good"],
  FAILED: ["Payment failed", "bad"],
  CANCELLED: ["Payment cancelled", "bad"],
  EXPIRED: ["This payment page has expired", "bad"],
  REFUNDED: ["Payment refunded", ""],
  PARTIALLY_REFUNDED: ["Payment refunded in part", ""],
}

/** The page of a checkout that can no longer be paid, or whose shopper paid and did not return. */
export function closedPage(checkout: BookedCheckout, merchant: string, backUrl: string | null): string {
  const [text, tone] = STATES[checkout.status]
  const back = backUrl ? `<a class="back" href="${escape(backUrl)}">Return to ${escape(merchant)}</a>` : ""
  return page(
    text,
    `<section class="card"><header class="head"><p>${escape(merchant)}</p><h1 class="state ${tone}">${text}</h1><p class="amount">${escape(amountText(checkout))}</p></header>
<dl><dt>Reference</dt><dd><code>${escape(checkout.orderId)}</code></dd><dt>Checkout</dt><dd><code>${escape(checkout.displayId)}</code></dd></dl>${back}</section>${backUrl ? "" : '<p class="foot">You can close this tab.</p>'}`
  )
}

export interface SeenCall {
  at: string
  operation: string
  method: string
  path: string
  httpStatus: number | null
  fault: string | null
}

/** The last ones, the latest first. */
function latest<Item>(items: Item[], most: number): Item[] {
  return items.slice(-most).reverse()
}

/** The page that lists the emulator's checkouts, subscriptions and calls. */
export function booksPage(books: Books, calls: SeenCall[]): string {
  const checkouts = latest(books.allCheckouts(), 200).map(
    (checkout) =>
      `<tr><td><code>${escape(checkout.id)}</code></td><td>${checkout.status}</td><td class="num">${escape(amountText(checkout))}</td><td><code>${escape(checkout.orderId)}</code></td><td><code>${escape(checkout.requestId)}</code></td><td>${escape(checkout.timestamp)}</td><td><a href="${escape(checkout.redirectUrl)}">page</a></td></tr>`
  )
  const subscriptions = latest(books.allSubscriptions(), 200).map(
    (subscription) =>
      `<tr><td><code>${escape(subscription.id)}</code></td><td>${subscription.status}</td><td class="num">${escape(amountText(subscription))}</td><td>${escape(subscription.description)}</td><td>${subscription.sendEvery}</td><td>${escape(subscription.startDate)}</td></tr>`
  )
  const seen = latest(calls, 100).map(
    (call) =>
      `<tr><td>${escape(call.at)}</td><td>${escape(call.operation)}</td><td><code>${escape(call.method)} ${escape(call.path)}</code></td><td class="num">${call.httpStatus ?? "–"}</td><td>${escape(call.fault ?? "")}</td></tr>`
  )
  return page(
    "Emulator books",
    `<h1>What this emulator has seen</h1>
${table("Checkouts", ["id", "status", "amount", "orderId", "requestId", "created", ""], checkouts, "No checkout has been created yet.")}
${table("Subscriptions", ["id", "status", "amount", "description", "sendEvery", "startDate"], subscriptions, "No subscription has been created yet.")}
${table("Calls", ["at", "operation", "request", "HTTP", "fault"], seen, "No call has come in yet.")}
<p class="foot">As JSON: <a href="/emulator/books">/emulator/books</a></p>`,
    true
  )
}

function table(title: string, columns: string[], rows: string[], empty: string): string {
  const content = rows.length
    ? `<table><thead><tr>${columns.map((column) => `<th>${column}</th>`).join("")}</tr></thead><tbody>${rows.join("")}</tbody></table>`
    : `<p class="empty">${empty}</p>`
  return `<h2>${title}</h2><div class="scroll">${content}</div>`
}
