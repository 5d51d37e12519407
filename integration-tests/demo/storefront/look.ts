import { Html, html } from "./html"
import type { Shop } from "./shop-pages"

const STYLE = new Html(`<style>
:root{color-scheme:light dark;--paper:#fbf7f0;--card:#fff;--ink:#2b211a;--soft:#7a6a5c;--line:#e8dccb;--accent:#8a4b1f;--accent-ink:#fff8ee;--sand:#f1e4d0;--good:#2f6b3c;--good-bg:#e7f2e6;--bad:#9a2c22;--bad-bg:#fbe9e5;--wait:#7a5a12;--wait-bg:#fbf1d5}
@media (prefers-color-scheme:dark){:root{--paper:#17120e;--card:#211a15;--ink:#f5ece0;--soft:#b3a292;--line:#3a2f26;--accent:#e0a066;--accent-ink:#21160c;--sand:#2c231b;--good:#8fd39b;--good-bg:#1b2b1e;--bad:#f2a397;--bad-bg:#341d19;--wait:#eccb78;--wait-bg:#322812}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 Georgia,"Iowan Old Style","Times New Roman",serif;min-height:100vh;display:flex;flex-direction:column}
a{color:inherit}
header.top{border-bottom:1px solid var(--line)}
header.top>div,main,footer>div{width:100%;max-width:62rem;margin:0 auto;padding:0 1.25rem}
header.top>div{display:flex;align-items:center;gap:1.25rem;min-height:4.25rem}
.name{font-size:1.25rem;font-weight:700;text-decoration:none;display:flex;align-items:center;gap:.6rem}
nav{margin-inline-start:auto;display:flex;gap:1rem;align-items:center;font:500 .9rem system-ui,sans-serif}
nav a{text-decoration:none;color:var(--soft)}nav a:hover,nav a[aria-current]{color:var(--ink)}
nav .bag{border:1px solid var(--line);border-radius:2rem;padding:.35rem .9rem;color:var(--ink)}
main{padding-top:2.25rem;padding-bottom:4rem;flex:1}
h1{font-size:clamp(1.7rem,4vw,2.4rem);line-height:1.15;margin:0 0 .5rem;letter-spacing:-.01em}
h1+:is(.note,.two,.card){margin-top:1.25rem}
h2{font-size:1.15rem;margin:0 0 .75rem}
.lead{color:var(--soft);max-width:34rem;margin:0 0 2rem}
.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(16rem,1fr));gap:1.25rem}
.card{background:var(--card);border:1px solid var(--line);border-radius:1rem;overflow:hidden}
.pad{padding:1.25rem}
.grid .card{display:flex;flex-direction:column}.grid .pad{display:flex;flex-direction:column;flex:1}.grid .pad form{margin-top:auto}.grid h2{margin:0}.grid .price{white-space:nowrap}
.art{background:var(--sand);display:grid;place-items:center;height:11rem;color:var(--accent)}
.art svg{width:5.5rem;height:5.5rem}
.price{font:600 1rem system-ui,sans-serif;font-variant-numeric:tabular-nums}
.row{display:flex;justify-content:space-between;align-items:center;gap:1rem}
.card p{margin:.25rem 0 1rem;color:var(--soft);font-size:.95rem}
button,.button{font:600 .95rem system-ui,sans-serif;border:1px solid var(--accent);background:var(--accent);color:var(--accent-ink);border-radius:.7rem;padding:.7rem 1.1rem;min-height:2.8rem;cursor:pointer;text-decoration:none;display:inline-flex;align-items:center;justify-content:center}
button:hover,.button:hover{filter:brightness(1.06)}
button.plain{background:transparent;border-color:var(--line);color:var(--ink)}
button.wide,.button.wide{width:100%}
:is(button,a,input,select):focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.two{display:grid;grid-template-columns:minmax(0,1fr) 20rem;gap:1.5rem;align-items:start}
@media (max-width:48rem){.two{grid-template-columns:1fr}nav .hide{display:none}}
form.fields{display:grid;grid-template-columns:1fr 1fr;gap:.9rem}
form.fields .full{grid-column:1/-1}
label{display:grid;gap:.3rem;font:500 .85rem system-ui,sans-serif;color:var(--soft)}
input,select{font:1rem system-ui,sans-serif;color:var(--ink);background:var(--paper);border:1px solid var(--line);border-radius:.6rem;padding:.65rem .75rem;width:100%;min-height:2.8rem}
dl{display:grid;grid-template-columns:1fr auto;gap:.45rem 1rem;margin:0;font:.92rem system-ui,sans-serif;font-variant-numeric:tabular-nums}
.name,.bag,nav button{white-space:nowrap}nav form{margin:0}nav button.plain{padding:.35rem .5rem}
dt{color:var(--soft)}dd{margin:0;text-align:end}
dl .sum{font-weight:700;color:var(--ink);border-top:1px solid var(--line);padding-top:.6rem}
.note{border-radius:.8rem;padding:1rem 1.15rem;margin:0 0 1.5rem;font:.95rem/1.5 system-ui,sans-serif}
.note b{display:block}
.good{background:var(--good-bg);color:var(--good)}.bad{background:var(--bad-bg);color:var(--bad)}.wait{background:var(--wait-bg);color:var(--wait)}
.line{display:flex;gap:1rem;align-items:center;padding:1rem 1.25rem;border-bottom:1px solid var(--line)}
.line:last-child{border-bottom:0}
.thumb{flex:none;width:3.5rem;height:3.5rem;border-radius:.7rem;background:var(--sand);display:grid;place-items:center;color:var(--accent)}
.thumb svg{width:1.9rem;height:1.9rem}
.grow{flex:1;min-width:0}
.soft{color:var(--soft);font:.88rem system-ui,sans-serif}
.ref{font-family:ui-monospace,SFMono-Regular,Menlo,monospace;font-size:.82rem;overflow-wrap:anywhere}
footer{border-top:1px solid var(--line);color:var(--soft);font:.85rem system-ui,sans-serif}
footer>div{padding-top:1.1rem;padding-bottom:1.1rem}
.stack>*+*{margin-top:1.25rem}
.owed{margin:0 0 1.5rem}.card p.later{margin:1.5rem 0 .75rem}
</style>`)

const ART: Record<string, string> = {
  "coffee-pot": `<path d="M22 26h18l4 24H18z"/><path d="M40 30l12-8-4 12-6 4"/><path d="M22 30c-8 2-8 12-2 14"/><path d="M25 26c0-6 12-6 12 0M31 16v4"/>`,
  "cardamom-coffee": `<path d="M18 18h28v36H18z"/><path d="M18 24h28M24 18v-4h16v4"/><path d="M32 31c-6 4-6 12 0 15 6-3 6-11 0-15zM32 31v15"/>`,
  "cup-set": `<path d="M14 26h18l-3 18H17z"/><path d="M34 30h16l-3 16H37z"/><path d="M12 50h42M20 18c-2 3 2 4 0 6M27 18c-2 3 2 4 0 6"/>`,
}

/** A line drawing of a product. */
export function art(handle: string): Html {
  return new Html(
    `<svg viewBox="0 0 64 64" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${ART[handle] ?? ART["cup-set"]}</svg>`
  )
}

const LOGO = new Html(
  `<svg width="30" height="30" viewBox="0 0 64 64" fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M14 28h30l-4 24H18z"/><path d="M44 32c10-2 12 12-2 12"/><path d="M24 10c-3 4 3 6 0 10M34 10c-3 4 3 6 0 10"/></svg>`
)

/** A whole page of the shop. `path` is where the other language's link comes back to. */
export function page(
  {
    title,
    shop,
    items,
    path,
    refreshSeconds,
  }: { title: string; shop: Shop; items: number; path: string; refreshSeconds?: number },
  content: Html
): string {
  const { country, language, texts } = shop
  const other = language === "en" ? "ar" : "en"
  return `<!doctype html>${
    html`<html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        ${refreshSeconds !== undefined && html`<meta http-equiv="refresh" content="${refreshSeconds}" />`}
        <title>${title} · Majlis Coffee</title>
        ${STYLE}
      </head>
      <body>
        <header class="top">
          <div>
            <a class="name" href="/${country}">${LOGO} Majlis Coffee</a>
            <nav>
              ${Object.entries(texts.countries).map(([code, name]) => html`<a class="hide" href="/${code}" ${code === country && new Html('aria-current="true"')}>${name}</a>`)}
              <form method="post" action="/${country}/language">
                <input type="hidden" name="to" value="${other}" /><input type="hidden" name="path" value="${path}" />
                <button class="plain" lang="${other}">${other === "ar" ? "العربية" : "English"}</button>
              </form>
              <a class="bag" href="/${country}/cart">${texts.bag} · ${items}</a>
            </nav>
          </div>
        </header>
        <main>${content}</main>
        <footer><div>${texts.footer}</div></footer>
      </body>
    </html>`.text
  }`
}
