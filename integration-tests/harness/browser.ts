import { existsSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core"
import { ROOT } from "./store"

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
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

/** Where Chromium is, or undefined. CHROMIUM_PATH comes first. */
export function findChromium(): string | undefined {
  return [process.env.CHROMIUM_PATH, ...PLACES].find((path) => path !== undefined && existsSync(path))
}

/**
 * `describe` for tests that need Chromium. Where there is none they are skipped, and the reason is the last thing that the
 * run prints; in CI that is a failure.
 */
export function describeInBrowser(name: string, body: () => void): void {
  if (findChromium()) {
    describe(name, body)
    return
  }
  const reason = "no Chromium was found; install it (Debian: apt-get install chromium) or set CHROMIUM_PATH"
  if (process.env.CI) {
    throw new Error(`The browser tests cannot run: ${reason}.`)
  }
  describe.skip(name, body)
}

export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), args: FLAGS })
}

/** A picture of the whole page, for the README and for judging the look. */
export async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(PICTURES, { recursive: true })
  await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true })
}
