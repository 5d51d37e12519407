import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core"
import { findChromium } from "./machine.cjs"
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
const PICTURES = join(ROOT, process.env.UPDATE_SCREENSHOTS ? "docs/images" : "artifacts/screenshots")

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

/** A picture of the whole page, for the README and for judging the look. */
export async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(PICTURES, { recursive: true })
  await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true })
}
