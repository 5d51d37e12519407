import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core"
import { AdminDevices } from "../harness/admin-page"
import { closeDialog, DESKTOP, launchBrowser, PHONE, picture, seriousFindings } from "../harness/browser"
import { describeWhere } from "../harness/describe-where"
import { Storefront } from "../demo/storefront/server"
import { Mailbox } from "../harness/mailbox"
import { readQrCode } from "../harness/qr-code"
import { until } from "../harness/shop"
import { textsOf } from "../harness/texts"
import { Wholesale } from "../harness/wholesale"
import { sharedPorts } from "../harness/shared-shop"
import { World } from "../harness/world"

const ADDRESS = /http\S+\/webcheckout\/pay\/[0-9a-f]{32}/

jest.setTimeout(300_000)

describeWhere("chromium", "a merchant and a payer, with a pay link", () => {
  const t = textsOf("en")
  let world: World
  let browser: Browser
  let devices: AdminDevices
  let draftId: string
  let mailbox: Mailbox
  let storefront: Storefront

  beforeAll(async () => {
    const ports = await sharedPorts()
    mailbox = await Mailbox.start(ports.mailbox)
    world = await World.shared({ extendedApi: true })
    await Wholesale.signUp(world)
    storefront = await Storefront.start({
      medusaUrl: world.store.url,
      publishableKey: world.key,
      port: ports.storefront,
    })
    browser = await launchBrowser()
    devices = new AdminDevices(browser, world.store.url)
    const { regions } = await world.admin.admin.region.list({ currency_code: "aed" })
    const { products } = await world.admin.admin.product.list({ handle: "cup-set", fields: "id,*variants" })
    const { draft_order } = await world.admin.admin.draftOrder.create({
      region_id: regions[0].id,
      email: "aisha@shop.example",
      items: [{ variant_id: products[0].variants?.[0].id ?? "", quantity: 2 }],
    })
    draftId = draft_order.id
  })

  afterAll(async () => {
    await browser.close()
    await storefront.stop()
    await world.stop()
    await mailbox.stop()
  })

  /** A phone that nobody has signed in on. */
  const phone = async (options: BrowserContextOptions = {}) =>
    (await browser.newContext({ ...PHONE, ...options })).newPage()

  it("goes from a draft order to a captured one: converted, sent on, paid on a phone", async () => {
    const page = await devices.open(`/app/draft-orders/${draftId}`, DESKTOP)
    await page
      .getByTestId("pay-links")
      .getByRole("button", { name: t("payLinks.convertAndCreate") })
      .click()
    await page.getByLabel(t("payLinks.fields.note")).fill("See you on Sunday")
    await picture(page, "pay-link-form-desktop")
    expect(await seriousFindings(page, "[role=dialog]")).toEqual([])
    await page
      .getByRole("dialog")
      .getByRole("button", { name: t("payLinks.convertAndCreate") })
      .click()
    const address = page.getByTestId("pay-link-address")
    await address.waitFor()
    await picture(page, "pay-link-desktop")
    const url = ADDRESS.exec((await address.textContent()) ?? "")?.[0] ?? ""
    const held = await readQrCode(address.locator("svg").first())
    expect(held).toMatch(ADDRESS)
    expect(held).not.toBe(url)

    const payer = await phone({ colorScheme: "light" })
    await payer.goto(held ?? "")
    await payer.getByText("See you on Sunday").waitFor()
    expect(await seriousFindings(payer)).toEqual([])
    await picture(payer, "pay-page-phone")
    const arabic = await phone({ locale: "ar-AE" })
    await arabic.goto(url)
    expect(await arabic.locator("html").getAttribute("dir")).toBe("rtl")
    expect(await seriousFindings(arabic)).toEqual([])
    await picture(arabic, "pay-page-phone-arabic")

    await payer.getByRole("button", { name: /^Pay/ }).click()
    await payer.getByRole("button", { name: "Decline the card" }).waitFor()
    await payer.getByRole("button", { name: /^Pay \d/ }).click()
    await payer.getByRole("heading", { name: "Paid. Thank you!" }).waitFor()
    await picture(payer, "pay-page-paid-phone")
    const books = await world.books(draftId)
    expect(books).toMatchObject({ status: "pending", captured: books.total, transactions: books.total })

    await page.getByRole("button", { name: t("payLinks.close") }).click()
    await page.waitForURL(`**/app/orders/${draftId}`)
    await page.getByTestId("pay-links").waitFor()
    const order = await devices.open(`/app/orders/${draftId}`, DESKTOP)
    await order.getByTestId("pay-link").getByText(t("payLinks.states.paid"), { exact: true }).waitFor()
    expect(await seriousFindings(order, "[data-testid=pay-links]")).toEqual([])
    await order.getByTestId("pay-links").scrollIntoViewIfNeeded()
    await picture(order, "order-pay-links-desktop")
  })

  it("renews an expired link; until then its page shows nothing of the order", async () => {
    const { order } = await world.paidOrder()
    await world.addToOrder(order.id)
    const { pay_link } = await world.admin.client.fetch<{ pay_link: { id: string; url: string } }>(
      "/admin/webcheckout/pay-links",
      { method: "POST", body: { order_id: order.id } }
    )
    await world.sql("UPDATE webcheckout_pay_link SET expires_at = now() WHERE id = $1", [pay_link.id])
    const payer = await phone()
    await payer.goto(pay_link.url)
    await payer.getByRole("heading", { level: 1, name: "This link has expired" }).waitFor()
    expect(await payer.locator("main").innerText()).not.toContain("AED")
    expect(await seriousFindings(payer)).toEqual([])
    for (const device of [DESKTOP, PHONE]) {
      const page = await devices.open(`/app/orders/${order.id}`, device)
      const link = page.getByTestId("pay-link")
      await link.getByText(t("payLinks.states.expired"), { exact: true }).waitFor()
      expect(await seriousFindings(page, "[data-testid=pay-links]")).toEqual([])
      if (device === PHONE) {
        await link.getByRole("button", { name: t("payLinks.renew") }).click()
        await link.getByText(t("payLinks.states.payable"), { exact: true }).waitFor()
      }
    }
    await payer.reload()
    await payer.getByRole("button", { name: /^Pay/ }).waitFor()
  })

  it("shows another URL of a link, sends it, ends it, and marks one as paid another way", async () => {
    await world.addToOrder(draftId)
    const page = await devices.open(`/app/orders/${draftId}`, PHONE)
    const card = page.getByTestId("pay-links")
    await card.getByRole("button", { name: t("payLinks.create"), exact: true }).click()
    await page.getByLabel(t("payLinks.fields.amount")).fill("99999")
    await page
      .getByRole("dialog")
      .getByRole("button", { name: t("payLinks.create"), exact: true })
      .click()
    await page
      .getByRole("alert")
      .getByText(/at most what the order owes/)
      .waitFor()
    await page.getByLabel(t("payLinks.fields.amount")).fill("5")
    await makeLink(page)
    const row = card.getByTestId("pay-link").first()
    await row.getByRole("button", { name: t("payLinks.show") }).click()
    const url = ADDRESS.exec((await page.getByTestId("pay-link-address").textContent()) ?? "")?.[0] ?? ""
    await picture(page, "pay-link-phone")
    await closeDialog(page)
    await row.getByRole("button", { name: t("payLinks.send") }).click()
    await row.getByTestId("pay-link-mails").waitFor()
    expect(mailbox.mails.map(({ to }) => to)).toEqual([["aisha@shop.example"]])
    expect(await seriousFindings(page, "[data-testid=pay-links]")).toEqual([])
    await picture(page, "pay-links-sent-phone")
    await choose(page, row, "end")
    await row.getByText(t("payLinks.states.ended"), { exact: true }).waitFor()
    const payer = await phone()
    await payer.goto(url)
    await payer.getByRole("heading", { name: "This link no longer works" }).waitFor()
    await card.getByRole("button", { name: t("payLinks.create"), exact: true }).click()
    await makeLink(page)
    await choose(page, card.getByTestId("pay-link").first(), "anotherWay")
    await card.getByTestId("pay-link").first().getByText(t("payLinks.states.paid"), { exact: true }).waitFor()
    const books = await world.books(draftId)
    expect(books).toMatchObject({ captured: books.total, transactions: books.total })
  })

  it.each([
    ["on a phone, and pays two days later with the reminder's link", PHONE, true],
    ["on a desktop, and pays what is owed on the order's page", DESKTOP, false],
  ])("lets a wholesale customer order now %s", async (_, device, isReminded) => {
    const shop = await (await browser.newContext(device)).newPage()
    await shop.goto(`${storefront.url}/ae/sign-in`)
    await shop.getByRole("button", { name: "Sign in" }).click()
    await shop.locator("article", { hasText: "Cup set" }).getByRole("button").click()
    await shop.getByRole("link", { name: "Check out" }).click()
    await shop.getByRole("button", { name: "Continue to payment" }).click()
    await shop.getByRole("button", { name: "Order now, pay later" }).click()
    await shop.waitForURL(/\/order\/order_.+\/confirmed/)
    await shop.getByText("This order is not fully paid.").waitFor()
    expect(await seriousFindings(shop)).toEqual([])
    await picture(shop, `pay-later-${isReminded ? "phone" : "desktop"}`)
    const id = /order_\w+/.exec(shop.url())?.[0] ?? ""
    let page = shop
    if (isReminded) {
      await until("the first mail", () => firstMailIsSent(id))
      await world.passDays(2, { id })
      await world.runJob("run-tasks")
      const { raw } = mailbox.mails[mailbox.mails.length - 1]
      expect(raw).toContain("is not paid yet")
      page = await phone()
      await page.goto(ADDRESS.exec(raw)?.[0] ?? "")
      await page.getByRole("button", { name: /^Pay/ }).click()
    } else {
      await page.getByRole("button", { name: /^Pay outstanding amount/ }).click()
    }
    await page.getByRole("button", { name: "Decline the card" }).waitFor()
    await page.getByRole("button", { name: /^Pay \d/ }).click()
    await page.getByRole("heading", { name: "Paid. Thank you!" }).waitFor()
    await page.getByRole("link", { name: "Go to the shop" }).click()
    await page.waitForURL(`${storefront.url}/**`)
    const books = await world.books(id)
    expect(books).toMatchObject({ status: "pending", captured: books.total, transactions: books.total })
    await shop.goto(`${storefront.url}/ae/order/${id}/confirmed`)
    expect(await shop.getByRole("button", { name: /^Pay outstanding amount/ }).count()).toBe(0)
  })

  const firstMailIsSent = async (order_id: string) =>
    (
      await world.sql(
        "SELECT 1 FROM webcheckout_mail m JOIN webcheckout_pay_link l ON l.id = m.subject_id WHERE l.order_id = $1 AND m.outcome = 'sent'",
        [order_id]
      )
    ).length > 0

  /** The form's button, and the drawer's end. */
  const makeLink = async (page: Page) => {
    await page
      .getByRole("dialog")
      .getByRole("button", { name: t("payLinks.create"), exact: true })
      .click()
    await page.getByTestId("pay-link-address").waitFor()
    await page.getByRole("button", { name: t("payLinks.close") }).click()
  }

  /** What stands in a link's menu, and is asked about once more. */
  const choose = async (page: Page, row: Locator, what: "end" | "anotherWay") => {
    await row.getByRole("button", { name: new RegExp(t("payLinks.more")) }).click()
    await page.getByRole("menuitem", { name: t(`payLinks.${what}`) }).click()
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: t(`payLinks.${what}`) })
      .click()
  }
})
