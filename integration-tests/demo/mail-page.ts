import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import PostalMime from "postal-mime"
import type { Mailbox } from "../harness/mailbox"
import { Html, html } from "./storefront/html"

const STYLE = new Html(`<style>
:root{color-scheme:light dark;--paper:#f7f7f8;--card:#fff;--ink:#1c1c1f;--soft:#65656d;--line:#e2e2e6}
@media (prefers-color-scheme:dark){:root{--paper:#151517;--card:#1f1f22;--ink:#ededf0;--soft:#a3a3ad;--line:#33333a}}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
main{max-width:44rem;margin:0 auto;padding:2rem 1.25rem}
header{display:flex;flex-wrap:wrap;gap:1rem;align-items:center;justify-content:space-between;margin-bottom:1.5rem}
h1{font-size:1.4rem;margin:0}h2{font-size:1rem;margin:0}
article{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1.1rem 1.25rem;margin-bottom:1rem}
article p{margin:.5rem 0;overflow-wrap:anywhere}.soft{color:var(--soft);font-size:.85rem}
button{font:600 .9rem system-ui,sans-serif;border:1px solid var(--line);background:var(--card);color:var(--ink);border-radius:.5rem;padding:.55rem .9rem;cursor:pointer}
:is(a,button):focus-visible{outline:2px solid currentColor;outline-offset:2px}
</style>`)

/** What the demo's shop has mailed, in a browser, and a button that lets a day pass for what waits. */
export class MailPage {
  private constructor(private readonly server: Server) {}

  static async start(
    mailbox: Mailbox,
    { port, passDay }: { port: number; passDay: () => Promise<void> }
  ): Promise<MailPage> {
    const server = createServer((request, response) => {
      const answer = async () => {
        if (request.method === "POST") {
          await passDay()
          response.writeHead(303, { location: "/" }).end()
          return
        }
        response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end((await page(mailbox)).text)
      }
      answer().catch((error: unknown) => {
        console.error(error)
        response.writeHead(500).end()
      })
    })
    await new Promise<void>((listening, failed) => {
      server.once("error", failed)
      server.listen(port, "localhost", listening)
    })
    return new MailPage(server)
  }

  get url(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((closed) => this.server.close(closed))
  }
}

async function page({ mails }: Mailbox): Promise<Html> {
  const read = await Promise.all(mails.map(async ({ to, source }) => ({ to, mail: await PostalMime.parse(source) })))
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Mails of the demo shop</title>
        ${STYLE}
      </head>
      <body>
        <main>
          <header>
            <h1>Mails of the demo shop</h1>
            <form method="post"><button>Let a day pass</button></form>
          </header>
          ${read.length === 0 && html`<p class="soft">Nothing was sent yet. Look again after sending something.</p>`}
          ${read.reverse().map(
            ({ to, mail }) =>
              html`<article>
                <h2 dir="auto">${mail.subject}</h2>
                <div class="soft">to ${to.join(", ")}</div>
                ${paragraphs(mail.text ?? "")}
              </article>`
          )}
        </main>
      </body>
    </html>`
}

/** The mail's text, its addresses to click at. */
function paragraphs(text: string): Html[] {
  return text
    .trim()
    .split(/\n{2,}/)
    .map(
      (paragraph) =>
        html`<p dir="auto">
          ${paragraph.split(/(https?:\/\/\S+)/).map((part) => (part.startsWith("http") ? html`<a href="${part}">${part}</a>` : part))}
        </p>`
    )
}
