import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import type { AttentionReason } from "../../src/modules/web-checkout/rules/ledger"
import { signInToAdmin } from "../harness/admin-page"
import { DESKTOP, launchBrowser, PHONE, picture, seriousFindings } from "../harness/browser"
import { describeWhere } from "../harness/describe-where"
import { seedCases } from "../harness/seed-cases"
import { until } from "../harness/shop"
import { World } from "../harness/world"

const SLOW_MACHINE_MS = 60_000
const LIST = "/app/webcheckout/checkouts"

jest.setTimeout(300_000)

describeWhere("chromium", "a merchant and the payments that need a person", () => {
  let world: World
  let browser: Browser
  let cases: Map<AttentionReason, string>

  beforeAll(async () => {
    world = await World.start({
      admin: true,
      emulator: { extendedApi: true },
      options: { extendedApi: true, timeoutMs: 1000 },
    })
    browser = await launchBrowser()
    await world.paidOrder()
    cases = await seedCases(world)
  })

  afterAll(async () => {
    await browser.close()
    await world.stop()
  })

  async function signIn(options: BrowserContextOptions, language = "en"): Promise<Page> {
    const context = await browser.newContext({ ...options, timezoneId: "Asia/Dubai" })
    await context.addInitScript((lng) => localStorage.setItem("lng", lng), language)
    const page = await context.newPage()
    page.setDefaultTimeout(SLOW_MACHINE_MS)
    await signInToAdmin(page, world.store.url)
    return page
  }

  const rowOf = async (reason: AttentionReason) => (await world.ledger({ id: cases.get(reason) ?? "" }))[0]

  const openCase = async (page: Page, reason: AttentionReason) => {
    await page.goto(`${world.store.url}${LIST}/${cases.get(reason)}`)
    await page.getByTestId("case").waitFor()
  }

  /** Presses a button of the case, and the prompt's own where there is one. */
  const press = async (page: Page, name: string, { isAsked }: { isAsked: boolean }) => {
    await page.getByTestId("case").getByRole("button", { name, exact: true }).click()
    if (isAsked) {
      await page.getByRole("alertdialog").getByRole("button", { name, exact: true }).click()
    }
  }

  const isOver = async (page: Page, reason: AttentionReason) => {
    await page.getByTestId("case").waitFor({ state: "detached" })
    expect((await rowOf(reason)).attention).toBeNull()
  }

  it("finds them from the bell: every kind, the oldest first, with their number", async () => {
    const page = await signIn(DESKTOP)
    const open = (await world.ledger({ needs_person: "true" })).length
    await page.goto(`${world.store.url}/app/orders`)
    await page.getByTestId("needs-you").getByText(`${open} payments need you.`).waitFor()
    // Medusa's bell has no name: it is the first button that opens a drawer.
    await page.locator("button[aria-haspopup=dialog]").first().click()
    for (const title of ["Paid a second time", "Paid, and there is no order", "Refunded outside Medusa"]) {
      await page.getByRole("dialog").getByText(title).first().waitFor()
    }
    await picture(page, "bell-desktop")
    await page.keyboard.press("Escape")
    await page.getByTestId("needs-you").getByRole("link", { name: "Show" }).click()
    await page.getByRole("tab", { name: `Needs you (${open})`, selected: true }).waitFor()
    await until("all the rows", async () => (await page.getByRole("row").count()) === open + 1)
    await page.getByText("Paid a second time").waitFor()
    await picture(page, "payments-desktop")
  })

  it("searches, filters and keeps both in the address", async () => {
    const page = await signIn(DESKTOP)
    await page.goto(`${world.store.url}${LIST}?view=all`)
    const { order_reference } = await rowOf("paid_twice")
    await page.getByRole("searchbox").fill(order_reference.slice(0, 9))
    await until("the two attempts", async () => (await page.getByRole("row").count()) === 3)
    await page.waitForURL(/[?&]q=/)
    await page.reload()
    await until("the same two", async () => (await page.getByRole("row").count()) === 3)
    await page.goto(`${world.store.url}${LIST}?view=all`)
    await page.getByRole("row").nth(1).waitFor()
    // The filter's button has no name either: it is the first that opens a menu.
    await page.locator("main button[aria-haspopup=menu]").first().click()
    await page.getByRole("menuitem", { name: "Environment" }).click()
    await page.getByText("Live", { exact: true }).click()
    await page.getByText("No payment matches the search and the filters.").waitFor()
    expect(new URL(page.url()).searchParams.get("environment")).toBe("live")
    await page.goto(`${world.store.url}${LIST}?view=all&attention=unanswered&environment=test,live`)
    await until("one row", async () => (await page.getByRole("row").count()) === 2)
    await page.getByRole("link", { name: (await rowOf("unanswered")).order_reference }).press("Enter")
    await page.getByTestId("case").waitFor()
    await page.goto(`${world.store.url}${LIST}?view=all&q=nobody@shop.example`)
    await page.getByText("No payment matches the search and the filters.").waitFor()
  })

  it("gives the money of a purchase that was paid twice back, and sees it done", async () => {
    const page = await signIn(DESKTOP)
    await openCase(page, "paid_twice")
    await picture(page, "payment-desktop")
    await page.getByTestId("case").getByRole("button", { name: "Refund", exact: true }).click()
    await page.getByText("AED 110.20 goes back to the customer").waitFor()
    await page.getByRole("alertdialog").getByRole("button", { name: "Refund", exact: true }).click()
    await isOver(page, "paid_twice")
    await page.getByText(/Refund of AED.110\.20: done/).waitFor()
    expect(await rowOf("paid_twice")).toMatchObject({ gateway_status: "REFUNDED" })
  })

  it.each<AttentionReason>([
    "paid_without_order",
    "paid_after_superseded",
    "partially_refunded",
    "refund_missing",
    "canceled_not_refunded",
  ])("gives the money of %s back", async (reason) => {
    const page = await signIn(DESKTOP)
    await openCase(page, reason)
    await press(page, "Refund", { isAsked: true })
    await isOver(page, reason)
    expect(await rowOf(reason)).toMatchObject({ gateway_status: "REFUNDED" })
  })

  it("records a refund that was made outside", async () => {
    const page = await signIn(DESKTOP)
    await openCase(page, "refunded_outside")
    await press(page, "Record the refund", { isAsked: true })
    await isOver(page, "refunded_outside")
  })

  it("places the order of a payment that was answered wrongly for a while", async () => {
    const page = await signIn(DESKTOP)
    await openCase(page, "amount_mismatch")
    await press(page, "Place the order", { isAsked: true })
    await isOver(page, "amount_mismatch")
    await page.getByRole("link", { name: /^#\d+$/ }).click()
    await page.waitForURL(/\/orders\/order_/)
    await page.getByTestId("order-checkout").waitFor()
    await page.getByText("Refund on this page gives the money back at the payment service at once.").waitFor()
    await picture(page, "order-payment-desktop")
  })

  it("asks now about one that was not answered", async () => {
    const page = await signIn(DESKTOP)
    await openCase(page, "unanswered")
    await press(page, "Ask now", { isAsked: false })
    await page.getByTestId("case").getByRole("alert").waitFor()
    world.emulator.faults.clear()
    await press(page, "Ask now", { isAsked: false })
    await isOver(page, "unanswered")
  })

  it("closes one with a note, on the phone, in Arabic", async () => {
    const page = await signIn(PHONE, "ar")
    await openCase(page, "authorization_lost")
    await picture(page, "payment-phone-arabic")
    await page.getByTestId("case").getByRole("button", { name: "إغلاق مع ملاحظة" }).click()
    await page.getByLabel("ما الذي تم").fill("لم يُرسل الطلب")
    await page.getByRole("button", { name: "حفظ" }).click()
    await isOver(page, "authorization_lost")
    await page.getByText("لم يُرسل الطلب").waitFor()
  })

  it("sees how the plugin is set up, and what is wrong with it", async () => {
    const page = await signIn(DESKTOP)
    await page.goto(`${world.store.url}/app/settings/webcheckout`)
    await page.getByRole("button", { name: "Check now" }).click()
    await page.getByText("A page that shoppers land on does not answer.").first().waitFor()
    await page.getByText("Credentials").waitFor()
    await page.getByText(world.emulator.baseUrl).waitFor()
    await picture(page, "setup-desktop")
  })

  it.each(["en", "ar"])("can be read by everybody: no serious finding of axe, in %s", async (language) => {
    const page = await signIn(DESKTOP, language)
    for (const path of [`${LIST}?view=all`, `${LIST}/${cases.get("paid_twice")}`, "/app/settings/webcheckout"]) {
      await page.goto(`${world.store.url}${path}`)
      await page.getByRole("heading").nth(0).waitFor()
      await page.getByText("TEST").or(page.getByText("تجريبية")).first().waitFor()
      expect({ path, found: await seriousFindings(page) }).toEqual({ path, found: [] })
    }
  })

  it("has a statement in which everything is even, but for what a person has closed", async () => {
    const open = await world.ledger({ needs_person: "true" })
    const { differences, sums } = await world.statement()
    const closed = differences.filter(({ difference }) => difference === "closed")
    expect(differences.length - closed.length).toBe(open.length)
    const [{ gateway, medusa }] = sums
    const cents = (amount: string) => Math.round(Number(amount) * 100)
    const sumOf = (amounts: string[]) => amounts.reduce((sum, amount) => sum + cents(amount), 0)
    // What differs in the sums is what the named payments differ by, to the cent.
    expect(cents(gateway.paid) - cents(medusa.captured)).toBe(
      sumOf(differences.map((one) => one.gateway.paid)) - sumOf(differences.map((one) => one.medusa.captured))
    )
    expect(cents(gateway.refunded) - cents(medusa.refunded)).toBe(
      sumOf(differences.map((one) => one.gateway.refunded)) - sumOf(differences.map((one) => one.medusa.refunded))
    )
  })

  it("has nothing left to do, and sees so", async () => {
    for (const { id } of await world.ledger({ needs_person: "true" })) {
      await world.act(id, "resolve", { note: "Dealt with" })
    }
    const page = await signIn(PHONE, "ar")
    await page.goto(`${world.store.url}${LIST}?view=needs_you`)
    await page.getByText("لا شيء يحتاج إليك").waitFor()
    expect(await world.ledger({ needs_person: "true" })).toEqual([])
    await page.goto(`${world.store.url}${LIST}`)
    await page.getByRole("tab", { name: "الكل", selected: true }).waitFor()
    await page.getByRole("row").nth(1).waitFor()
    await picture(page, "payments-phone-arabic")
  })
})
