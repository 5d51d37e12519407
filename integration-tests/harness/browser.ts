import { mkdirSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core"
import { findChromium } from "./machine.cjs"
import { until } from "./shop"
import { ROOT } from "./store"

/** Quiet, and able to run as root in a container. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
]
const PICTURES = join(ROOT, "docs/images")

/** The desktop by day and the phone by night: a page that is seen on both is seen in both of Medusa's themes. */
export const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 860 }, colorScheme: "light" }
export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  colorScheme: "dark",
  isMobile: true,
  hasTouch: true,
}

export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), args: FLAGS })
}

/** What shows the pictures: one that no page shows is not kept. */
const PAGES = [join(ROOT, "README.md"), ...readdirSync(join(ROOT, "docs")).map((name) => join(ROOT, "docs", name))]
  .filter((path) => path.endsWith(".md"))
  .map((path) => readFileSync(path, "utf8"))
  .join()

/** A picture of the whole page for the README and the docs; taken with UPDATE_SCREENSHOTS=1 only, since drawing a page is slow. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!process.env.UPDATE_SCREENSHOTS || !PAGES.includes(`images/${name}.png`)) {
    return
  }
  mkdirSync(PICTURES, { recursive: true })
  // What was just done is announced over the page's header.
  const style = "[data-sonner-toaster] { display: none !important }"
  await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true, animations: "disabled", style })
}

const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8")

interface AxeResult {
  violations: { id: string; impact: string; nodes: { html: string }[] }[]
}

/** The table's own buttons and its search icon have no name in Medusa's components, and none can be given. */
const MEDUSAS_OWN = ["button[aria-haspopup=menu]", "div[role=img]", "[data-of-medusa]"]

/** What axe-core finds serious or critical on our part of a page: Medusa's frame around it is Medusa's. */
export async function seriousFindings(page: Page, part = "main"): Promise<string[]> {
  await page.evaluate(AXE)
  // Nor has the button that closes a modal, beside the key's name.
  await page.evaluate(
    `document.querySelectorAll("button:has(+ kbd), kbd + button").forEach((one) => one.setAttribute("data-of-medusa", ""))`
  )
  const where = JSON.stringify({ include: [part], exclude: MEDUSAS_OWN.map((selector) => [selector]) })
  const { violations } = await page.evaluate<AxeResult>(
    `axe.run(${where}, { runOnly: ["wcag2a", "wcag2aa"], resultTypes: ["violations"] })`
  )
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 300)}`))
}

/** Presses Escape until no dialog is left: one that is still opening does not listen yet. */
export async function closeDialog(page: Page): Promise<void> {
  await until("the dialog to close", async () => {
    await page.keyboard.press("Escape")
    return (await page.getByRole("dialog").count()) === 0
  })
}
