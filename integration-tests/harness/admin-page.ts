import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core"
import type { Language } from "./texts"
import { ADMIN } from "./store"

const SLOW_MACHINE_MS = 60_000

/** Signs in, as a person does. */
export async function signInToAdmin(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/app/login`, { waitUntil: "commit" })
  await page.locator("input[name=email]").fill(ADMIN.email)
  await page.locator("input[name=password]").fill(ADMIN.password)
  await page.locator("button[type=submit]").click()
  await page.waitForURL(/\/app\/(?!login)/)
}

/** Without a graphics card each frame of an animation is work. */
function stopAnimations(): void {
  const style = document.createElement("style")
  style.textContent = "*, ::before, ::after { animation-duration: 0s !important; transition-duration: 0s !important }"
  document.addEventListener("DOMContentLoaded", () => {
    document.head.append(style)
  })
}

/** A merchant's devices: signed in once on each, with one tab of the admin at a time. */
export class AdminDevices {
  private readonly contexts = new Map<string, BrowserContext>()

  constructor(
    private readonly browser: Browser,
    private readonly url: string
  ) {}

  /** The tab of a device, in a language, at a path of the store. */
  async open(path: string, device: BrowserContextOptions, language: Language = "en"): Promise<Page> {
    const context = await this.contextOf(device, language)
    const [page = await context.newPage(), ...others] = context.pages()
    await Promise.all(others.map((other) => other.close()))
    await page.goto(`${this.url}${path}`)
    return page
  }

  private async contextOf(device: BrowserContextOptions, language: Language): Promise<BrowserContext> {
    const key = JSON.stringify([device, language])
    const known = this.contexts.get(key)
    if (known) {
      return known
    }
    const context = await this.browser.newContext({ ...device, timezoneId: "Asia/Dubai" })
    context.setDefaultTimeout(SLOW_MACHINE_MS)
    await context.addInitScript((lng) => localStorage.setItem("lng", lng), language)
    await context.addInitScript(stopAnimations)
    await this.signIn(context)
    this.contexts.set(key, context)
    return context
  }

  /** By the API: in a new context, the page on which people sign in takes seconds to load. */
  private async signIn({ request }: BrowserContext): Promise<void> {
    const failOnStatusCode = true
    const signedIn = await request.post(`${this.url}/auth/user/emailpass`, { data: ADMIN, failOnStatusCode })
    const { token } = (await signedIn.json()) as { token: string }
    const headers = { authorization: `Bearer ${token}` }
    await request.post(`${this.url}/auth/session`, { headers, failOnStatusCode })
  }
}
