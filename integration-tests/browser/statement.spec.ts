import { readFileSync } from "node:fs"
import { DateTime } from "luxon"
import { Client } from "pg"
import type { Browser, BrowserContextOptions } from "playwright-core"
import { AdminDevices } from "../harness/admin-page"
import { DESKTOP, launchBrowser, PHONE, picture, seriousFindings } from "../harness/browser"
import { describeWhere } from "../harness/describe-where"
import { fillCheckouts } from "../harness/fill-checkouts"
import { until } from "../harness/shop"
import { textsOf } from "../harness/texts"
import { World } from "../harness/world"

const STATEMENT = "/app/webcheckout/statement"

jest.setTimeout(300_000)

describeWhere("chromium", "a merchant and the statement", () => {
  describe.each([
    { language: "en", device: { ...DESKTOP, viewport: { width: 1280, height: 1160 } }, shot: "desktop" },
    { language: "ar", device: PHONE, shot: "phone-arabic" },
  ] as const)("in $language", ({ language, device, shot }) => {
    const t = textsOf(language)
    let world: World
    let browser: Browser
    let devices: AdminDevices

    beforeAll(async () => {
      world = await World.shared({ extendedApi: true })
      const client = new Client({ connectionString: world.settings.databaseUrl })
      await client.connect()
      await fillCheckouts(client, { count: 1500, secondsApart: 3600 })
      await client.query("UPDATE webcheckout_checkout SET attention = NULL, watch_at = NULL, next_check_at = NULL")
      await client.end()
      browser = await launchBrowser()
      devices = new AdminDevices(browser, world.store.url)
    })

    afterAll(async () => {
      await browser.close()
      await world.stop()
    })

    const open = (path: string, options: BrowserContextOptions = device) => devices.open(path, options, language)

    it("sees that the books agree for a month, a week and a day, and downloads the file", async () => {
      const { days } = await world.statement({ from: daysAgo(20), to: daysAgo(1) })
      const page = await open(`${STATEMENT}?day=${days[0].date}`)
      await page.getByText(t("statement.agree")).first().waitFor()
      const file = page.waitForEvent("download")
      await page.getByRole("link", { name: t("statement.file") }).click()
      const text = readFileSync(await (await file).path(), "utf8")
      expect(text).toMatch(/^\uFEFFcreated_at \(Asia\/Dubai\),/)
      expect(text.split("\r\n").length).toBeGreaterThan(100)
      // The URL changes before the page does, and a click on the page as it was would start from the old period.
      const period = page.getByRole("status").first()
      const select = async (span: "week" | "day") => {
        await page.getByRole("button", { name: t(`statement.spans.${span}`), exact: true }).click()
        await page.getByRole("button", { name: t(`statement.spans.${span}`), exact: true, pressed: true }).waitFor()
        await page.getByText(t("statement.agree")).first().waitFor()
      }
      const move = async (to: "before" | "after") => {
        const shown = await period.textContent()
        await page.getByRole("button", { name: t(`statement.${to}`) }).click()
        await until(`the period ${to}`, async () => (await period.textContent()) !== shown)
      }
      const day = () => new URL(page.url()).searchParams.get("day")
      await select("week")
      await move("before")
      const monday = DateTime.fromISO(days[0].date).startOf("week").minus({ weeks: 1 })
      expect(day()).toBe(monday.toISODate())
      await select("day")
      await move("after")
      expect(day()).toBe(monday.plus({ days: 1 }).toISODate())
      await page.goto(`${world.store.url}${STATEMENT}?day=2020-02-01`)
      await page.getByText(t("statement.empty")).waitFor()
    })

    it("has the books compared, and opens the payment that differs", async () => {
      const { checkout } = await world.paidOrder()
      const page = await open(STATEMENT)
      await page.getByText(t("statement.agree")).first().waitFor()
      world.emulator.refund(checkout.id, "30", "AED")
      // Those that were only written into the table are at no gateway.
      await world.sql("UPDATE webcheckout_checkout SET checkout_id = NULL WHERE id LIKE 'wchk_bench%'")
      await page.getByRole("button", { name: t("statement.compare") }).click()
      await page.getByText(t("statement.asking", { count: 1 })).waitFor()
      await world.runJob()
      await page.getByText(t("statement.differing", { count: 1 })).waitFor()
      await page.getByText(t("cases.refunded_outside.title")).waitFor()
      await page.goto(`${world.store.url}${STATEMENT}?currency_code=AED&account=default`)
      await page.getByText(t("cases.refunded_outside.title")).waitFor()
      await picture(page, `statement-${shot}`)
      const [row] = await world.ledger({ checkout_id: checkout.id })
      const reference = row.order_reference
      await page.getByRole("link", { name: t("statement.differences.open", { reference }) }).click()
      await page
        .getByTestId("case")
        .getByRole("button", { name: t("payments.actions.record-refund") })
        .click()
      await page
        .getByRole("alertdialog")
        .getByRole("button", { name: t("payments.actions.record-refund") })
        .click()
      await page.getByTestId("case").waitFor({ state: "detached" })
      await page.goto(`${world.store.url}${STATEMENT}`)
      await page.getByText(t("statement.agree")).first().waitFor()
    })

    it("is accessible: axe has no serious finding", async () => {
      const page = await open(STATEMENT)
      await page.getByRole("table").first().waitFor()
      expect(await seriousFindings(page)).toEqual([])
    })
  })
})

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}
