import type { Page } from "playwright-core"
import { ADMIN } from "./store"

/** Signs in, as a person does. */
export async function signInToAdmin(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/app/login`, { waitUntil: "commit" })
  await page.locator("input[name=email]").fill(ADMIN.email)
  await page.locator("input[name=password]").fill(ADMIN.password)
  await page.locator("button[type=submit]").click()
  await page.waitForURL(/\/app\/(?!login)/)
}
