import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import type { AdminCheckoutDetails, CheckoutRoute } from "../../src/admin/lib/checkouts"
import type { AttentionReason } from "../../src/modules/web-checkout/rules/ledger"
import { AdminDevices } from "../harness/admin-page"
import { launchBrowser, picture, seriousFindings } from "../harness/browser"
import { describeWhere } from "../harness/describe-where"
import { moneyIn, textsOf, type Language } from "../harness/texts"
import { seedCases } from "../harness/seed-cases"
import { until } from "../harness/shop"
import { World } from "../harness/world"

const LIST = "/app/webcheckout/checkouts"

interface Merchant {
  language: Language
  device: BrowserContextOptions
  /** Which of the pictures are taken, and what their names end with. */
  pictures: { names: string[]; end: string }
}

/** The same merchant, whatever the language and the device: every page and every button of a payment. */
export function describePayments({ language, device, pictures }: Merchant): void {
  jest.setTimeout(300_000)
  describeWhere("chromium", `a merchant and the payments that need a person, in ${language}`, () =>
    suite({ language, device, pictures })
  )
}

function suite({ language, device, pictures }: Merchant): void {
  const t = textsOf(language)
  const photograph = async (page: Page, name: string) => {
    if (pictures.names.includes(name)) {
      await picture(page, `${name}-${pictures.end}`)
    }
  }
  let world: World
  let browser: Browser
  let devices: AdminDevices
  let cases: Map<AttentionReason, string>

  beforeAll(async () => {
    world = await World.start({
      admin: true,
      emulator: { extendedApi: true },
      options: { extendedApi: true, timeoutMs: 1000 },
    })
    browser = await launchBrowser()
    devices = new AdminDevices(browser, world.store.url)
    await world.paidOrder()
    cases = await seedCases(world)
  })

  afterAll(async () => {
    await browser.close()
    await world.stop()
  })

  const open = (path: string) => devices.open(path, device, language)

  const rowOf = async (reason: AttentionReason) => (await world.ledger({ id: cases.get(reason) ?? "" }))[0]

  const openCase = async (reason: AttentionReason) => {
    const page = await open(`${LIST}/${cases.get(reason)}`)
    await page.getByTestId("case").waitFor()
    return page
  }

  const button = (page: Page, action: CheckoutRoute) =>
    page.getByTestId("case").getByRole("button", { name: t(`payments.actions.${action}`), exact: true })

  /** Presses a button of the case, and the prompt's own where there is one. */
  const press = async (page: Page, action: CheckoutRoute, { isAsked }: { isAsked: boolean }) => {
    await button(page, action).click()
    if (isAsked) {
      await page
        .getByRole("alertdialog")
        .getByRole("button", { name: t(`payments.actions.${action}`), exact: true })
        .click()
    }
  }

  const isOver = async (page: Page, reason: AttentionReason) => {
    await page.getByTestId("case").waitFor({ state: "detached" })
    expect((await rowOf(reason)).attention).toBeNull()
  }

  it("finds them from the bell: every kind, the oldest first, with their number", async () => {
    const count = (await world.ledger({ needs_person: "true" })).length
    const page = await open("/app/orders")
    await page
      .getByTestId("needs-you")
      .getByText(t("payments.needYou", { count, number: count }))
      .waitFor()
    // Medusa's bell has no name: it is the first button that opens a drawer.
    await page.locator("button[aria-haspopup=dialog]").first().click()
    // Told in English, whoever reads: the feed keeps text.
    for (const reason of cases.keys()) {
      await page
        .getByRole("dialog")
        .getByText(textsOf("en")(`cases.${reason}.title`))
        .first()
        .waitFor()
    }
    await photograph(page, "bell")
    await page.keyboard.press("Escape")
    await page
      .getByTestId("needs-you")
      .getByRole("link", { name: t("payments.showThem") })
      .click()
    await page.getByRole("tab", { name: t("payments.views.needsYou", { number: count }), selected: true }).waitFor()
    await until("all the rows", async () => (await page.getByRole("row").count()) === count + 1)
    await page.getByText(t("cases.paid_twice.title")).waitFor()
    // The oldest stands first.
    const [oldest] = await world.ledger({ needs_person: "true", order: "attention_at", limit: "1" })
    await page.getByRole("row").nth(1).getByText(oldest.order_reference).waitFor()
    await photograph(page, "payments")
  })

  it("searches, filters and keeps both in the address", async () => {
    const page = await open(`${LIST}?view=all`)
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
    await page.getByRole("menuitem", { name: t("payments.fields.environment") }).click()
    await page.getByText(t("environment.live"), { exact: true }).click()
    await page.getByText(t("payments.list.noResultsHint")).waitFor()
    expect(new URL(page.url()).searchParams.get("environment")).toBe("live")
    await page.goto(`${world.store.url}${LIST}?view=all&attention=unanswered&environment=test,live`)
    await until("one row", async () => (await page.getByRole("row").count()) === 2)
    await page.getByRole("link", { name: (await rowOf("unanswered")).order_reference }).press("Enter")
    await page.getByTestId("case").waitFor()
    await page.goto(`${world.store.url}${LIST}?view=all&status=unknown,rejected`)
    await page.getByText(t("payments.list.noResultsHint")).waitFor()
    await page.goto(`${world.store.url}${LIST}?view=all&q=nobody@shop.example`)
    await page.getByText(t("payments.list.noResultsHint")).waitFor()
  })

  it("can be read by everybody: no serious finding of axe", async () => {
    const [{ order_id }] = await world.ledger({ status: "settled", limit: "1" })
    for (const { path, part } of [
      { path: `${LIST}?view=needs_you` },
      { path: `${LIST}/${cases.get("paid_twice")}` },
      { path: "/app/settings/webcheckout" },
      { path: `/app/orders/${order_id}`, part: "[data-testid=order-checkout]" },
    ]) {
      const page = await open(path)
      await page.getByText(t("environment.test")).first().waitFor()
      expect({ path, found: await seriousFindings(page, part) }).toEqual({ path, found: [] })
    }
  })

  it("has a statement whose three sums differ by what the payments it names differ by", async () => {
    const left = await world.ledger({ needs_person: "true" })
    const { differences, sums } = await world.statement()
    expect(differences.length).toBeGreaterThan(0)
    const closed = differences.filter(({ difference }) => difference === "closed")
    expect(differences.length - closed.length).toBe(left.length)
    const [{ gateway, ledger, medusa }] = sums
    const cents = (amount: string) => Math.round(Number(amount) * 100)
    const sumOf = (amounts: string[]) => amounts.reduce((sum, amount) => sum + cents(amount), 0)
    expect(cents(gateway.paid) - cents(ledger.paid)).toBe(
      sumOf(differences.map((one) => one.gateway.paid)) - sumOf(differences.map((one) => one.ledger.paid))
    )
    expect(cents(gateway.paid) - cents(medusa.captured)).toBe(
      sumOf(differences.map((one) => one.gateway.paid)) - sumOf(differences.map((one) => one.medusa.captured))
    )
    expect(cents(gateway.refunded) - cents(medusa.refunded)).toBe(
      sumOf(differences.map((one) => one.gateway.refunded)) - sumOf(differences.map((one) => one.medusa.refunded))
    )
  })

  it("gives the money of a purchase that was paid twice back, and sees it done", async () => {
    const page = await openCase("paid_twice")
    await photograph(page, "payment")
    const amount = moneyIn(language, 110.2, "AED")
    await button(page, "refund").click()
    await page.getByText(t("payments.prompts.refundHint", { amount })).waitFor()
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: t("payments.actions.refund"), exact: true })
      .click()
    await isOver(page, "paid_twice")
    await page.getByText(t("payments.timeLine.refund", { amount, detail: t("payments.refundStatus.done") })).waitFor()
    expect(await rowOf("paid_twice")).toMatchObject({ gateway_status: "REFUNDED" })
  })

  it.each<AttentionReason>([
    "paid_without_order",
    "paid_after_superseded",
    "partially_refunded",
    "refund_missing",
    "canceled_not_refunded",
  ])("gives the money of %s back", async (reason) => {
    const page = await openCase(reason)
    await press(page, "refund", { isAsked: true })
    await isOver(page, reason)
    expect(await rowOf(reason)).toMatchObject({ gateway_status: "REFUNDED" })
  })

  it("records a refund that was made outside", async () => {
    const page = await openCase("refunded_outside")
    await press(page, "record-refund", { isAsked: true })
    await isOver(page, "refunded_outside")
  })

  it("places the order of a payment that was answered wrongly for a while", async () => {
    const page = await openCase("amount_mismatch")
    await press(page, "place-order", { isAsked: true })
    await isOver(page, "amount_mismatch")
    await page.getByRole("link", { name: /^#\d+$/ }).click()
    await page.waitForURL(/\/orders\/order_/)
    await page.getByTestId("order-checkout").waitFor()
    await page.getByText(t("order.refund.here")).waitFor()
    await photograph(page, "order-payment")
  })

  it("asks now about one that was not answered", async () => {
    const page = await openCase("unanswered")
    await press(page, "sync", { isAsked: false })
    await page.getByTestId("case").getByRole("alert").waitFor()
    world.emulator.faults.clear()
    await press(page, "sync", { isAsked: false })
    await isOver(page, "unanswered")
  })

  it("closes one with a note", async () => {
    const page = await openCase("authorization_lost")
    await button(page, "resolve").click()
    await page.getByLabel(t("payments.note")).fill("It was not sent")
    await page.getByRole("button", { name: t("actions.save") }).click()
    await isOver(page, "authorization_lost")
    await page.getByText("It was not sent").waitFor()
  })

  it("sees how the plugin is set up, and what is wrong with it", async () => {
    const page = await open("/app/settings/webcheckout")
    await page.getByRole("button", { name: t("setup.check.run") }).click()
    await page.getByText(t("setup.findings.storefront_away.what")).first().waitFor()
    await page.getByText(t("setup.checks.credentials"), { exact: true }).waitFor()
    await page.getByText(world.emulator.baseUrl).waitFor()
    await photograph(page, "setup")
  })

  describe("once every case is ended", () => {
    beforeAll(async () => {
      world.emulator.faults.clear()
      for (const { id } of await world.ledger({ needs_person: "true" })) {
        await endCase(world, id)
      }
    })

    it("has nothing left to do, and sees so", async () => {
      const page = await open(`${LIST}?view=needs_you`)
      await page.getByText(t("payments.list.nothingToDo")).waitFor()
      expect(await world.ledger({ needs_person: "true" })).toEqual([])
      await page.goto(`${world.store.url}${LIST}`)
      await page.getByRole("tab", { name: t("payments.views.all"), selected: true }).waitFor()
      await page.getByRole("row").nth(1).waitFor()
    })

    it("sees the three sums of the statement agree", async () => {
      const { sums, differences, waiting } = await world.statement()
      expect({ differences, waiting }).toEqual({ differences: [], waiting: [] })
      const [{ gateway, ledger, medusa }] = sums
      expect(Number(gateway.refunded)).toBeGreaterThan(0)
      expect([ledger.paid, medusa.captured, medusa.refunded]).toEqual([gateway.paid, gateway.paid, gateway.refunded])
      const page = await open("/app/webcheckout/statement")
      await page.getByText(t("statement.agree")).first().waitFor()
    })
  })
}

/** Does what the case's page offers: what mends the books first, a note last. */
async function endCase(world: World, id: string): Promise<void> {
  const { checkout } = await world.admin.client.fetch<{ checkout: AdminCheckoutDetails }>(
    `/admin/webcheckout/checkouts/${id}`
  )
  const { attention, can, refund } = checkout
  if (can.record_refund) {
    await world.act(id, "record-refund")
  } else if (attention !== null && refund !== null && refund.kind !== "none") {
    await world.act(id, "refund", { attention, amount: refund.amount })
  } else {
    await world.act(id, can.place_order ? "place-order" : "sync")
  }
  const [{ attention: left }] = await world.ledger({ id })
  if (left !== null) {
    await world.act(id, "resolve", { note: "Dealt with" })
  }
}
