import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { describeInBrowser, DESKTOP, launchBrowser, PHONE, picture } from "../harness/browser"
import { until } from "../harness/shop"
import { ADMIN } from "../harness/store"
import { World } from "../harness/world"

const LIST = "/app/webcheckout/subscriptions"
const SUBSCRIPTIONS = "/admin/webcheckout/subscriptions"

describeInBrowser("a merchant in the admin", () => {
  let world: World
  let browser: Browser

  beforeAll(async () => {
    world = await World.start({ admin: true, emulator: { extendedApi: true }, options: { extendedApi: true } })
    browser = await launchBrowser()
    await fill(world)
  })

  afterAll(async () => {
    await browser.close()
    await world.stop()
  })

  async function signIn(options: BrowserContextOptions, language = "en"): Promise<Page> {
    const context = await browser.newContext({ ...options, timezoneId: "Asia/Dubai" })
    await context.addInitScript((lng) => localStorage.setItem("lng", lng), language)
    const page = await context.newPage()
    await page.goto(`${world.store.url}/app/login`)
    await page.locator("input[name=email]").fill(ADMIN.email, { timeout: 90_000 })
    await page.locator("input[name=password]").fill(ADMIN.password)
    await page.locator("button[type=submit]").click()
    await page.waitForURL(/\/app\/(?!login)/)
    return page
  }

  async function open(page: Page, path = LIST): Promise<void> {
    await page.goto(`${world.store.url}${path}`)
    await page.getByRole("heading").first().waitFor({ timeout: 60_000 })
  }

  const booked = () => world.emulator.books.allSubscriptions()

  it("creates a subscription for a customer of the store, and sees its next dates", async () => {
    const page = await signIn(DESKTOP)
    await page.getByRole("link", { name: "Subscriptions" }).click({ timeout: 60_000 })
    await page.getByRole("row").nth(1).waitFor()
    await picture(page, "subscriptions-desktop")
    await page.getByRole("button", { name: "Create" }).click()
    await page.getByRole("searchbox", { name: "Choose the customer" }).fill("Layla")
    await page.getByRole("button", { name: /Layla/ }).click()
    await page.getByLabel("Description").fill("Cardamom coffee, monthly")
    await page.getByLabel("Amount").fill("32.50")
    await page.getByTestId("year-sum").waitFor()
    expect(await page.getByTestId("year-sum").textContent()).toMatch(/390\.00/)
    expect(await page.getByTestId("schedule-preview").getByRole("listitem").count()).toBe(5)
    await picture(page, "create-subscription-desktop")
    const before = booked().length
    await page.getByRole("button", { name: "Create subscription" }).dblclick()
    await page.waitForURL(/subscriptions\/wsub_/)
    await page.getByRole("heading", { name: "Cardamom coffee, monthly" }).waitFor()
    await page.getByText("Active").first().waitFor()
    await picture(page, "subscription-desktop")
    expect(booked()).toHaveLength(before + 1)
    const { received } = booked().at(-1) ?? {}
    expect(Object.keys(received as object).sort()).toEqual(
      ["amount", "currency", "customer", "description", "sendEvery", "sendOnHour", "startDate"].sort()
    )
    expect(received).toMatchObject({ currency: "AED", amount: 32.5, customer: { firstName: "Layla" } })
  })
})

/** A shop with some subscriptions in it. */
async function fill(world: World): Promise<void> {
  const people = [
    ["Layla", "Haddad", "layla@shop.example"],
    ["Omar", "Said", "omar@shop.example"],
    ["Noor", "Aziz", "noor@shop.example"],
  ]
  const plans = [
    { description: "Cardamom coffee, every two weeks", amount: 32.5, send_every: "TWO_WEEKS" },
    { description: "Brass coffee pot, care plan", amount: 89.95, send_every: "YEAR" },
    { description: "Office coffee", amount: 1250, send_every: "MONTH", end_date: "2100-01-15" },
  ]
  for (const [index, [first_name, last_name, email]] of people.entries()) {
    const { customer } = await world.admin.admin.customer.create({ first_name, last_name, email, phone: "+971501112233" })
    await world.admin.client.fetch(SUBSCRIPTIONS, {
      method: "POST",
      body: {
        ...plans[index],
        currency_code: "aed",
        start_date: index === 1 ? "2024-02-29" : "2099-01-15",
        send_on_hour: 6,
        customer_id: customer.id,
        idempotency_key: `fill-${index}`,
      },
    })
  }
  await until("the books", async () => world.emulator.books.allSubscriptions().length === people.length)
}
