import type { Page } from "playwright-core"
import { ADMIN } from "./store"

/** The admin is built for development when its first page is asked for: on a fresh machine that takes a while. */
const FIRST_PAGE_MS = 180_000

/** Signs in, as a person does. */
export async function signInToAdmin(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/app/login`, { waitUntil: "commit", timeout: FIRST_PAGE_MS })
  await page.locator("input[name=email]").fill(ADMIN.email, { timeout: FIRST_PAGE_MS })
  await page.locator("input[name=password]").fill(ADMIN.password)
  await page.locator("button[type=submit]").click()
  await page.waitForURL(/\/app\/(?!login)/, { timeout: FIRST_PAGE_MS })
}
