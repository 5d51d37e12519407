import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { Storefront } from "../demo/storefront/server"
import { signInToAdmin } from "../harness/admin-page"
import { DESKTOP, launchBrowser, PHONE, picture } from "../harness/browser"
import { describeWhere } from "../harness/describe-where"
import { sharedPorts } from "../harness/shared-shop"
import { World } from "../harness/world"

jest.setTimeout(300_000)

describeWhere("chromium", "a shopper in the browser", () => {
  let world: World
  let storefront: Storefront
  let browser: Browser

  beforeAll(async () => {
    world = await World.shared({ extendedApi: true })
    const { storefront: port } = await sharedPorts()
    storefront = await Storefront.start({ medusaUrl: world.store.url, publishableKey: world.key, port })
    browser = await launchBrowser()
  })

  afterAll(async () => {
    await browser.close()
    await storefront.stop()
    await world.stop()
  })

  async function open(options: BrowserContextOptions): Promise<Page> {
    const context = await browser.newContext(options)
    return context.newPage()
  }

  /** From the shop's front page to the hosted payment page. */
  async function goToPayment(page: Page, country = "ae"): Promise<void> {
    await page.goto(`${storefront.url}/${country}`)
    await page.locator("article", { hasText: "Brass coffee pot" }).getByRole("button").click()
    await page.getByRole("link", { name: "Check out" }).click()
    await page.getByRole("button", { name: "Continue to payment" }).click()
    await page.getByRole("button", { name: /^Pay / }).click()
    await page.waitForURL(/\/pay\//)
  }

  it("buys a product on a desktop, and the admin shows the order as paid", async () => {
    const page = await open(DESKTOP)
    await page.goto(storefront.url)
    await picture(page, "shop-desktop")
    await goToPayment(page)
    expect(await page.getByRole("heading").textContent()).toBe("110.20 AED")
    await picture(page, "hosted-page-desktop")
    await page.getByRole("button", { name: /^Pay 110\.20/ }).click()
    await page.waitForURL(/\/order\/order_.+\/confirmed/)
    expect(await page.getByRole("status").getAttribute("data-outcome")).toBe("paid")
    expect(await page.getByTestId("total").textContent()).toMatch(/^AED\s110\.20$/)
    expect(await page.locator(".ref").textContent()).toMatch(/^\w{4}-\w{4}-\w{4}$/)
    expect(await page.getByRole("link", { name: /^Bag/ }).textContent()).toBe("Bag · 0")
    await picture(page, "confirmation-desktop")

    const orderNumber = await page.getByTestId("order").textContent()
    await signInToAdmin(page, world.store.url)
    await page
      .getByRole("link", { name: orderNumber ?? "" })
      .first()
      .click({ timeout: 60_000 })
    await page.getByRole("heading", { name: "Payment", exact: true }).waitFor({ timeout: 60_000 })
    await page.getByText("Captured").first().waitFor()
    await picture(page, "admin-order-desktop")
  })

  it("cancels on a phone, keeps the cart, and pays at the second attempt", async () => {
    const page = await open(PHONE)
    await goToPayment(page)
    await picture(page, "hosted-page-phone")
    await page.getByRole("button", { name: "Cancel and return" }).click()
    await page.waitForURL(/webcheckout=cancelled/)
    expect(await page.getByRole("status").getAttribute("data-outcome")).toBe("cancelled")
    expect(await page.getByRole("link", { name: /^Bag/ }).textContent()).toBe("Bag · 1")
    await picture(page, "cancelled-phone")
    await page.getByRole("button", { name: /^Pay / }).click()
    await page.waitForURL(/\/pay\//)
    await page.getByRole("button", { name: /^Pay 110\.20/ }).click()
    await page.waitForURL(/\/confirmed/)
    await picture(page, "confirmation-phone")
  })

  it("returns from a declined card to a cart that can be paid again", async () => {
    const page = await open(DESKTOP)
    await goToPayment(page, "jp")
    expect(await page.getByRole("heading").textContent()).toBe("4620 JPY")
    await page.getByRole("button", { name: "Decline the card" }).click()
    await page.waitForURL(/webcheckout=failed/)
    expect(await page.getByRole("status").getAttribute("data-outcome")).toBe("failed")
    expect(await page.getByRole("button", { name: /^Pay / }).isEnabled()).toBe(true)
  })

  it("sees the confirmation again when the return link is opened a second time", async () => {
    const page = await open(DESKTOP)
    await goToPayment(page, "kw")
    await page.getByRole("button", { name: /^Pay / }).first().click()
    await page.waitForURL(/\/confirmed/)
    const confirmed = page.url()
    const { returnUrl } = world.emulator.books.allCheckouts().at(-1) ?? { returnUrl: "" }
    const elsewhere = await open(PHONE)
    await elsewhere.goto(returnUrl)
    expect(elsewhere.url()).toBe(confirmed)
    expect(await elsewhere.getByRole("status").getAttribute("data-outcome")).toBe("paid")
  })

  const outcomeOf = (page: Page) => page.getByRole("status").getAttribute("data-outcome")

  it("leaves the hosted page with the back button, and reaches the same page again", async () => {
    const page = await open(DESKTOP)
    await goToPayment(page)
    const hosted = page.url()
    await page.goBack()
    await page.getByRole("button", { name: /^Pay / }).waitFor()
    expect(await page.getByRole("link", { name: /^Bag/ }).textContent()).toBe("Bag · 1")
    await page.getByRole("button", { name: /^Pay / }).click()
    await page.waitForURL(hosted)
    await page.getByRole("button", { name: /^Pay 110\.20/ }).click()
    await page.waitForURL(/\/confirmed/)
    await page.reload()
    expect(await outcomeOf(page)).toBe("paid")
    await page.goBack()
    await page.goto(`${storefront.url}/ae/cart`)
    expect(await page.getByRole("heading").first().textContent()).toBe("Your bag is empty")
  })

  it("sees the same outcome after reloading the return page", async () => {
    const page = await open(DESKTOP)
    await goToPayment(page)
    await page.getByRole("button", { name: "Cancel and return" }).click()
    await page.waitForURL(/webcheckout=cancelled/)
    await page.reload()
    expect(await outcomeOf(page)).toBe("cancelled")
    expect(await page.getByRole("link", { name: /^Bag/ }).textContent()).toBe("Bag · 1")
    // Whatever the address says, the store is asked.
    await page.goto(page.url().replace("cancelled", "paid"))
    expect(await outcomeOf(page)).toBe("cancelled")
  })

  it("starts again after the session expired", async () => {
    const page = await open(PHONE)
    await goToPayment(page)
    const checkout = world.emulator.books.allCheckouts().at(-1)
    world.emulator.act(checkout?.id ?? "", "expire")
    await page.goto(checkout?.returnUrl ?? "")
    await page.waitForURL(/webcheckout=expired/)
    expect(await outcomeOf(page)).toBe("expired")
    await picture(page, "expired-phone")
    await page.getByRole("button", { name: /^Pay / }).click()
    await page.waitForURL(/\/pay\//)
    await page.getByRole("button", { name: /^Pay 110\.20/ }).click()
    await page.waitForURL(/\/confirmed/)
  })

  it("waits on a page that checks again, and sees the order once the payment is decided", async () => {
    const page = await open(PHONE)
    await goToPayment(page)
    const checkout = world.emulator.books.allCheckouts().at(-1)
    await page.goto(checkout?.returnUrl ?? "")
    await page.waitForURL(/webcheckout=pending/)
    expect(await outcomeOf(page)).toBe("pending")
    await picture(page, "pending-phone")
    world.emulator.act(checkout?.id ?? "", "pay")
    await page.waitForURL(/\/confirmed/, { timeout: 20_000 })
    expect(await outcomeOf(page)).toBe("paid")
  })

  it("pays the hosted page's amount although the cart was changed in a second tab, which opens a case", async () => {
    const page = await open(DESKTOP)
    await goToPayment(page)
    const first = world.emulator.books.allCheckouts().at(-1)
    const second = await page.context().newPage()
    await second.goto(`${storefront.url}/ae`)
    await second.locator("article", { hasText: "Cup set" }).getByRole("button").click()
    await second.getByRole("link", { name: "Check out" }).waitFor()
    // With the extended operations the old page can no longer be paid.
    await page.reload()
    expect(world.emulator.books.checkout(first?.id ?? "").status).toBe("CANCELLED")
    await page.goto(first?.returnUrl ?? "")
    expect(await page.getByRole("link", { name: /^Bag/ }).textContent()).toBe("Bag · 2")
    await page.getByRole("button", { name: /^Pay / }).click()
    await page.waitForURL(/\/pay\//)
    const amount = await page.getByRole("heading").textContent()
    expect(amount).not.toBe("110.20 AED")
    await page.getByRole("button", { name: /^Pay / }).first().click()
    await page.waitForURL(/\/confirmed/)
    expect(await page.getByTestId("total").textContent()).toContain(amount?.replace(" AED", "") ?? "nothing")
  })

  it("shops in Arabic, from right to left, and sees every outcome in Arabic", async () => {
    const page = await open(PHONE)
    await page.goto(`${storefront.url}/ae`)
    await page.getByRole("button", { name: "العربية" }).click()
    expect(await page.locator("html").getAttribute("dir")).toBe("rtl")
    await picture(page, "shop-arabic-phone")
    await page.locator("article", { hasText: "دلّة نحاسية" }).getByRole("button").click()
    await page.getByRole("link", { name: "إتمام الشراء" }).click()
    await page.getByRole("button", { name: "متابعة إلى الدفع" }).click()
    await page.getByRole("button", { name: /^ادفع / }).click()
    await page.waitForURL(/\/pay\//)
    await page.getByRole("button", { name: "Cancel and return" }).click()
    await page.getByText("ألغيت عملية الدفع.").waitFor()
    await picture(page, "cancelled-arabic-phone")
    await page.getByRole("button", { name: /^ادفع / }).click()
    await page.waitForURL(/\/pay\//)
    await page.getByRole("button", { name: /^Pay 110\.20/ }).click()
    await page.getByText("شكرًا لك، وصلت دفعتك.").waitFor()
    await picture(page, "confirmation-arabic-phone")
  })

  it("needs no JavaScript", async () => {
    const page = await open({ ...DESKTOP, javaScriptEnabled: false })
    await goToPayment(page)
    await page.getByRole("button", { name: /^Pay 110\.20/ }).click()
    await page.waitForURL(/\/confirmed/)
    expect(await outcomeOf(page)).toBe("paid")
  })

  it("gets the order although the tab was closed after paying: the job finds the payment", async () => {
    const page = await open(PHONE)
    await goToPayment(page)
    const reference = (await page.locator("code").first().textContent()) ?? ""
    await page.getByRole("button", { name: /close the tab/ }).click()
    await page.getByText("You can close this tab.").waitFor()
    await picture(page, "paid-without-returning-phone")
    await page.close()
    const [{ cart_id, checkout_id }] = await world.ledger({ order_reference: reference })
    await world.reconcile({ id: checkout_id ?? "" })
    expect(await world.orders(cart_id ?? "")).toMatchObject([{ payment_status: "captured" }])
  })
})
