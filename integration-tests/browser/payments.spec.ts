import type { AttentionReason } from "../../src/modules/web-checkout/rules/case-reasons"
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import type { AdminCheckoutDetails, CheckoutRoute } from "../../src/admin/lib/checkouts"
import { AdminDevices } from "../harness/admin-page"
import { closeDialog, DESKTOP, launchBrowser, PHONE, picture, seriousFindings } from "../harness/browser"
import { describeWhere } from "../harness/describe-where"
import { moneyIn, textsOf, type Language } from "../harness/texts"
import { seedCases } from "../harness/seed-cases"
import { until } from "../harness/shop"
import { World } from "../harness/world"

const LIST = "/app/webcheckout/checkouts"

/** Who looks at the payments of the one shop, and with what; every case is ended by one of the two. */
interface Merchant {
  language: Language
  device: BrowserContextOptions
  /** What the names of the pictures end with. */
  pictures: string
}

const ENGLISH: Merchant = { language: "en", device: DESKTOP, pictures: "desktop" }
const ARABIC: Merchant = { language: "ar", device: PHONE, pictures: "phone-arabic" }

jest.setTimeout(300_000)

describeWhere("chromium", "a merchant and the payments that need a person", () => {
  let world: World
  let browser: Browser
  let devices: AdminDevices
  let cases: Map<AttentionReason, string>
  const t = textsOf("en")

  beforeAll(async () => {
    world = await World.shared({ extendedApi: true })
    browser = await launchBrowser()
    devices = new AdminDevices(browser, world.store.url)
    await world.paidOrder()
    cases = await seedCases(world)
  })

  afterAll(async () => {
    await browser.close()
    await world.stop()
  })

  const open = (path: string, { device, language }: Merchant = ENGLISH) => devices.open(path, device, language)

  const photograph = (page: Page, name: string, { pictures }: Merchant = ENGLISH) =>
    picture(page, `${name}-${pictures}`)

  const rowOf = async (reason: AttentionReason) => (await world.ledger({ id: cases.get(reason) ?? "" }))[0]

  const openCase = async (reason: AttentionReason, merchant?: Merchant) => {
    const page = await open(`${LIST}/${cases.get(reason)}`, merchant)
    await page.getByTestId("case").waitFor()
    return page
  }

  const nameOf = (action: CheckoutRoute, { language }: Merchant) =>
    ({ name: textsOf(language)(`payments.actions.${action}`), exact: true }) as const

  const press = (page: Page, action: CheckoutRoute, merchant: Merchant = ENGLISH) =>
    page.getByTestId("case").getByRole("button", nameOf(action, merchant)).click()

  const confirm = (page: Page, action: CheckoutRoute, merchant: Merchant = ENGLISH) =>
    page.getByRole("alertdialog").getByRole("button", nameOf(action, merchant)).click()

  const isOver = async (page: Page, reason: AttentionReason) => {
    await page.getByTestId("case").waitFor({ state: "detached" })
    expect((await rowOf(reason)).attention).toBeNull()
  }

  const inBothLanguages = it.each([ENGLISH, ARABIC])

  inBothLanguages(
    "finds them from the bell: every kind, the oldest first, with their number, in $language",
    async (merchant) => {
      const t = textsOf(merchant.language)
      // What has no usable answer is told by the job: there may be many with one cause.
      await world.tell()
      const count = (await world.ledger({ needs_person: "true" })).length
      const page = await open("/app/orders", merchant)
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
      if (merchant === ENGLISH) {
        await photograph(page, "bell")
      }
      await closeDialog(page)
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
      await photograph(page, "payments", merchant)
    }
  )

  it("searches and filters, and keeps both in the URL", async () => {
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

  inBothLanguages("can be read by everybody: no serious finding of axe, in $language", async (merchant) => {
    const [{ order_id }] = await world.ledger({ status: "settled", limit: "1" })
    for (const { path, part } of [
      { path: `${LIST}?view=needs_you` },
      { path: `${LIST}/${cases.get("paid_twice")}` },
      { path: "/app/settings/webcheckout" },
      { path: `/app/orders/${order_id}`, part: "[data-testid=order-checkout]" },
    ]) {
      const page = await open(path, merchant)
      await page.getByText(textsOf(merchant.language)("environment.test")).first().waitFor()
      expect({ path, found: await seriousFindings(page, part) }).toEqual({ path, found: [] })
    }
  })

  it("sees a statement whose totals differ by the listed differences", async () => {
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

  inBothLanguages(
    "is asked before the money of a purchase that was paid twice goes back, in $language",
    async (merchant) => {
      const page = await openCase("paid_twice", merchant)
      await photograph(page, "payment", merchant)
      await press(page, "refund", merchant)
      const amount = moneyIn(merchant.language, 110.2, "AED")
      await page.getByText(textsOf(merchant.language)("payments.prompts.refundHint", { amount })).waitFor()
    }
  )

  it("refunds a purchase that was paid twice, and sees the result in both languages", async () => {
    const page = await openCase("paid_twice")
    await press(page, "refund")
    await confirm(page, "refund")
    await isOver(page, "paid_twice")
    expect(await rowOf("paid_twice")).toMatchObject({ gateway_status: "REFUNDED" })
    for (const merchant of [ENGLISH, ARABIC]) {
      const text = textsOf(merchant.language)
      const amount = moneyIn(merchant.language, 110.2, "AED")
      const shown = await open(`${LIST}/${cases.get("paid_twice")}`, merchant)
      await shown
        .getByText(text("payments.timeLine.refund", { amount, detail: text("payments.refundStatus.done") }))
        .waitFor()
    }
  })

  it.each<{ reason: AttentionReason; merchant: Merchant }>([
    { reason: "paid_without_order", merchant: ENGLISH },
    { reason: "paid_after_superseded", merchant: ARABIC },
    { reason: "partially_refunded", merchant: ENGLISH },
    { reason: "refund_missing", merchant: ENGLISH },
    { reason: "canceled_not_refunded", merchant: ENGLISH },
  ])("gives the money of $reason back", async ({ reason, merchant }) => {
    const page = await openCase(reason, merchant)
    await press(page, "refund", merchant)
    await confirm(page, "refund", merchant)
    await isOver(page, reason)
    expect(await rowOf(reason)).toMatchObject({ gateway_status: "REFUNDED" })
  })

  it("records a refund that was made in the dashboard", async () => {
    const page = await openCase("refunded_outside", ARABIC)
    await press(page, "record-refund", ARABIC)
    await confirm(page, "record-refund", ARABIC)
    await isOver(page, "refunded_outside")
  })

  it("creates the order of a payment whose answers were wrong for a while", async () => {
    const page = await openCase("amount_mismatch")
    await press(page, "place-order")
    await confirm(page, "place-order")
    await isOver(page, "amount_mismatch")
    await page.getByRole("link", { name: /^#\d+$/ }).click()
    await page.waitForURL(/\/orders\/order_/)
    await page.getByTestId("order-checkout").waitFor()
    await page.getByText(t("order.refund.here")).waitFor()
    await page.getByText(t("order.refund.here")).scrollIntoViewIfNeeded()
    await photograph(page, "order-payment")
  })

  it("refreshes the status of one that was not answered", async () => {
    const page = await openCase("unanswered")
    await press(page, "sync")
    await page.getByTestId("case").getByRole("alert").waitFor()
    world.emulator.faults.clear()
    await press(page, "sync")
    await isOver(page, "unanswered")
  })

  it("closes one with a note", async () => {
    const page = await openCase("authorization_lost", ARABIC)
    await press(page, "resolve", ARABIC)
    const t = textsOf(ARABIC.language)
    await page.getByLabel(t("payments.note")).fill("It was not sent")
    await page
      .getByRole("dialog")
      .getByRole("button", { name: t("payments.actions.resolve") })
      .click()
    await isOver(page, "authorization_lost")
    await page.getByText("It was not sent").waitFor()
  })

  describe("once every case is ended", () => {
    beforeAll(async () => {
      world.emulator.faults.clear()
      for (const { id } of await world.ledger({ needs_person: "true" })) {
        await endCase(world, id)
      }
    })

    it("sees that nothing needs attention", async () => {
      const page = await open(`${LIST}?view=needs_you`)
      await page.getByText(t("payments.list.nothingToDo")).waitFor()
      expect(await world.ledger({ needs_person: "true" })).toEqual([])
      await page.goto(`${world.store.url}${LIST}`)
      await page.getByRole("tab", { name: t("payments.views.all"), selected: true }).waitFor()
      await page.getByRole("row").nth(1).waitFor()
    })

    it("sees that the totals of the statement agree", async () => {
      const { sums, differences, waiting } = await world.statement()
      expect({ differences, waiting }).toEqual({ differences: [], waiting: [] })
      const [{ gateway, ledger, medusa }] = sums
      expect(Number(gateway.refunded)).toBeGreaterThan(0)
      expect([ledger.paid, medusa.captured, medusa.refunded]).toEqual([gateway.paid, gateway.paid, gateway.refunded])
      const page = await open("/app/webcheckout/statement")
      await page.getByText(t("statement.agree")).first().waitFor()
    })
  })
})

describeWhere("chromium", "a merchant whose payment service does not report refunded amounts", () => {
  let world: World
  let browser: Browser

  beforeAll(async () => {
    world = await World.shared({ extendedApi: false })
    browser = await launchBrowser()
  })

  afterAll(async () => {
    await browser.close()
    await world.stop()
  })

  it("enters the amount of each refund anew", async () => {
    const { checkout, order } = await world.paidOrder()
    world.emulator.refund(checkout.id, "10", "AED")
    const [{ id }] = await world.ledger({ checkout_id: checkout.id })
    await world.act(id, "sync")
    await world.act(id, "record-refund", { amount: 10 })
    world.emulator.refund(checkout.id, "5", "AED")
    const page = await new AdminDevices(browser, world.store.url).open(`${LIST}/${id}`, DESKTOP)
    const record = page.getByRole("button", { name: "Record refund", exact: true })
    const amount = page.getByRole("dialog").getByLabel("Amount")
    await record.click()
    await amount.fill("5")
    await page.getByRole("dialog").getByRole("button", { name: "Record refund", exact: true }).click()
    await page.getByRole("dialog").waitFor({ state: "detached" })
    expect((await world.books(order.id)).refunded).toBe(15)
    await record.click()
    expect(await amount.inputValue()).toBe("")
  })
})

/** Does what the case's page offers: what mends the books first, a note last. */
async function endCase(world: World, id: string): Promise<void> {
  const { checkout } = await world.admin.client.fetch<{ checkout: AdminCheckoutDetails }>(
    `/admin/webcheckout/checkouts/${id}`
  )
  const { attention, can, cases } = checkout
  const refund = cases[0]?.refund ?? null
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
