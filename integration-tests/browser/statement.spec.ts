import { readFileSync } from "node:fs"
import { Client } from "pg"
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { signInToAdmin } from "../harness/admin-page"
import { DESKTOP, launchBrowser, PHONE, picture, seriousFindings } from "../harness/browser"
import { describeWhere } from "../harness/describe-where"
import { fillCheckouts } from "../harness/fill-checkouts"
import { World } from "../harness/world"

const SLOW_MACHINE_MS = 60_000
const STATEMENT = "/app/webcheckout/statement"

jest.setTimeout(300_000)

describeWhere("chromium", "a merchant and the statement", () => {
  let world: World
  let browser: Browser

  beforeAll(async () => {
    world = await World.start({
      admin: true,
      emulator: { extendedApi: true },
      options: { extendedApi: true, timeoutMs: 1000, timeZone: "Asia/Dubai" },
    })
    const client = new Client({ connectionString: world.settings.databaseUrl })
    await client.connect()
    await fillCheckouts(client, { count: 700, secondsApart: 3600 })
    await client.query("UPDATE webcheckout_checkout SET attention = NULL, watch_at = NULL, next_check_at = NULL")
    await client.end()
    browser = await launchBrowser()
  })

  afterAll(async () => {
    await browser.close()
    await world.stop()
  })

  async function open(options: BrowserContextOptions, address: string, language = "en"): Promise<Page> {
    const context = await browser.newContext({ ...options, timezoneId: "Asia/Dubai" })
    await context.addInitScript((lng) => localStorage.setItem("lng", lng), language)
    const page = await context.newPage()
    page.setDefaultTimeout(SLOW_MACHINE_MS)
    await signInToAdmin(page, world.store.url)
    await page.goto(`${world.store.url}${address}`)
    return page
  }

  const lastMonth = (days: string[]) => `${STATEMENT}?day=${days[0]}`

  it("sees that the books agree, for a month, a week and a day, and has them as a file", async () => {
    const { days } = await world.statement({ from: daysAgo(20), to: daysAgo(1) })
    const page = await open(DESKTOP, lastMonth(days.map(({ date }) => date)))
    await page.getByText("The books agree").first().waitFor()
    const file = page.waitForEvent("download")
    await page.getByRole("link", { name: "CSV" }).click()
    const text = readFileSync(await (await file).path(), "utf8")
    expect(text).toMatch(/^\uFEFFcreated_at \(Asia\/Dubai\),/)
    expect(text.split("\r\n").length).toBeGreaterThan(100)
    await page.getByRole("button", { name: "Week" }).click()
    await page.waitForURL(/span=week/)
    await page.getByText("The books agree").first().waitFor()
    await page.getByRole("button", { name: "Earlier" }).click()
    await page.getByRole("button", { name: "Day" }).click()
    await page.waitForURL(/span=day/)
    await page.getByText("The books agree").first().waitFor()
    await page.goto(`${world.store.url}${STATEMENT}?day=2020-02-01`)
    await page.getByText("Nothing was paid in these days.").waitFor()
  })

  it("has the books compared, and is led to the payment that differs", async () => {
    const { checkout } = await world.paidOrder()
    const page = await open({ ...DESKTOP, viewport: { width: 1280, height: 1160 } }, STATEMENT)
    await page.getByText("The books agree").first().waitFor()
    world.emulator.refund(checkout.id, "30", "AED")
    // Those that were only written into the table are at no gateway.
    await world.sql("UPDATE webcheckout_checkout SET checkout_id = NULL WHERE id LIKE 'wchk_bench%'")
    await page.getByRole("button", { name: "Compare now" }).click()
    await page.getByText("1 payment is still to be asked about.").waitFor()
    await world.runJob()
    await page.getByText("1 payment differs").waitFor()
    await page.getByText("Refunded outside Medusa").waitFor()
    await page.goto(`${world.store.url}${STATEMENT}?currency_code=AED&account=default`)
    await page.getByText("Refunded outside Medusa").waitFor()
    await picture(page, "statement-desktop")
    const [row] = await world.ledger({ checkout_id: checkout.id })
    await page.getByRole("link", { name: `Open payment ${row.order_reference}` }).click()
    await page.getByTestId("case").waitFor()
  })

  it("reads it in Arabic, on the phone", async () => {
    await world.paidOrder()
    const page = await open(PHONE, `${STATEMENT}?currency_code=AED&account=default`, "ar")
    await page.getByText("محاولات الدفع").first().waitFor()
    await page.getByText("سجل المدفوعات").first().waitFor()
    await picture(page, "statement-phone-arabic")
  })

  it.each(["en", "ar"])("can read it, whoever it is: no serious finding of axe, in %s", async (language) => {
    const page = await open(DESKTOP, STATEMENT, language)
    await page.getByRole("table").first().waitFor()
    expect(await seriousFindings(page)).toEqual([])
  })
})

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}
