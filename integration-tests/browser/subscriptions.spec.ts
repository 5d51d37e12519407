import type { Browser, Page } from "playwright-core"
import { AdminDevices } from "../harness/admin-page"
import { closeDialog, DESKTOP, launchBrowser, PHONE, picture, seriousFindings } from "../harness/browser"
import { describeWhere } from "../harness/describe-where"
import { until } from "../harness/shop"
import { World } from "../harness/world"

const LIST = "/app/webcheckout/subscriptions"
const SUBSCRIPTIONS = "/admin/webcheckout/subscriptions"

jest.setTimeout(300_000)

describeWhere("chromium", "a merchant in the admin", () => {
  let world: World
  let browser: Browser
  let devices: AdminDevices

  beforeAll(async () => {
    world = await World.shared({ extendedApi: true })
    browser = await launchBrowser()
    devices = new AdminDevices(browser, world.store.url)
    await fill(world)
  })

  afterAll(async () => {
    await browser.close()
    await world.stop()
  })

  async function open(page: Page, path = LIST): Promise<void> {
    await page.goto(`${world.store.url}${path}`)
    await page.getByRole("heading").first().waitFor()
  }

  const booked = () => world.emulator.books.allSubscriptions()

  it("creates a subscription for a customer of the store, and sees its next dates", async () => {
    const page = await devices.open("/app", DESKTOP)
    await page.getByRole("link", { name: "Subscriptions" }).click()
    await page.getByRole("row").nth(1).waitFor()
    await picture(page, "subscriptions-desktop")
    await page.getByRole("button", { name: "Create", exact: true }).click()
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

  it("is warned that a past start date sends the first link immediately, and confirms", async () => {
    const page = await devices.open(LIST, PHONE)
    await page.getByRole("row").nth(1).waitFor()
    await picture(page, "subscriptions-phone")
    await page.getByRole("button", { name: "Create", exact: true }).click()
    await page.getByRole("radio", { name: /New person/ }).click()
    await page.getByLabel("First name").fill("Sara")
    await page.getByLabel("Last name").fill("Lee")
    await page.getByLabel("Email").fill("sara@shop.example")
    await page.getByLabel("Description").fill("Tea, weekly")
    await page.getByLabel("Amount").fill("20")
    await page.getByRole("spinbutton", { name: "year, Start date" }).click()
    await page.keyboard.type("2025")
    await page.getByTestId("schedule-preview").getByText("Immediately").waitFor()
    const before = booked().length
    await page.getByRole("button", { name: "Create subscription" }).click()
    await page.getByText("Confirm that the first link is sent immediately").waitFor()
    expect(booked()).toHaveLength(before)
    await page.getByRole("checkbox").click()
    await page.getByTestId("past-start").scrollIntoViewIfNeeded()
    await picture(page, "create-subscription-phone")
    await page.getByRole("button", { name: "Create subscription" }).click()
    await page.waitForURL(/subscriptions\/wsub_/)
    await page.getByRole("heading", { name: "Payment links", exact: true }).waitFor()
    await page.getByRole("row").nth(1).waitFor()
    expect(booked().at(-1)?.payments).toHaveLength(1)
    await picture(page, "subscription-phone")
  })

  it("sees every problem at its field, the server's too", async () => {
    const page = await devices.open(LIST, DESKTOP)
    await page.getByRole("button", { name: "Create", exact: true }).click()
    await page.getByRole("radio", { name: /New person/ }).click()
    await page.getByLabel("Amount").fill("1.005")
    await page.getByRole("button", { name: "Create subscription" }).click()
    await page.getByText("The amount has more decimals than the currency allows.").waitFor()
    expect(await page.getByText("This field is required.").count()).toBe(3)
    const year = page.getByRole("spinbutton", { name: "year, Start date" })
    const start = page
      .locator("div")
      .filter({ has: year })
      .filter({ has: page.getByRole("button") })
      .last()
    // The last button clears the date; it has no accessible name.
    await start.getByRole("button").last().click()
    await page.getByTestId("schedule-preview").waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Create subscription" }).click()
    await page.getByText("This field is required.").nth(3).waitFor()
    await start.getByRole("spinbutton").first().click()
    await page.keyboard.type("01012099")
    await page.getByTestId("schedule-preview").waitFor()
    for (const [label, text] of [
      ["First name", "Sara"],
      ["Last name", "Lee"],
      ["Email", "sara@shop.example"],
      ["Phone", "12"],
      ["Description", "Tea"],
      ["Amount", "20"],
    ]) {
      await page.getByLabel(label).fill(text)
    }
    const before = booked().length
    await page.getByRole("button", { name: "Create subscription" }).click()
    await page.getByText(/must be a phone number with its country's calling code/).waitFor()
    expect(booked()).toHaveLength(before)
    world.emulator.fault({ operation: "createSubscription", kind: "status-before", status: 422 })
    await page.getByLabel("Phone").fill("+971501112233")
    await page.getByRole("button", { name: "Create subscription" }).click()
    await page.getByText(/rejected the request/).waitFor()
    await page.getByRole("button", { name: "Create subscription" }).click()
    await page.waitForURL(/subscriptions\/wsub_/)
    expect(booked()).toHaveLength(before + 1)
  })

  it("searches for an unconfirmed subscription, which was created once", async () => {
    const before = booked().length
    await unconfirmed(world, "Lost and found", "drop-after")
    const page = await devices.open(`${LIST}?q=Lost and found`, DESKTOP)
    await page.getByRole("row", { name: /Lost and found/ }).click()
    await page.getByTestId("ways-out").waitFor()
    await picture(page, "unconfirmed-desktop")
    await page.getByRole("button", { name: "Find subscription" }).click()
    await page.getByText("The payment service has this subscription.").waitFor()
    expect(await page.getByTestId("ways-out").count()).toBe(0)
    expect(booked()).toHaveLength(before + 1)
  })

  it("enters an unconfirmed subscription's id, or sends it again after a warning", async () => {
    await unconfirmed(world, "By its ID", "drop-after")
    const { id } = booked().at(-1) ?? { id: "" }
    const page = await devices.open(`${LIST}?q=By its ID`, PHONE)
    await page.getByRole("row", { name: /By its ID/ }).click()
    await page.getByRole("button", { name: "Enter subscription ID" }).click()
    await page.getByRole("dialog").getByLabel("Subscription ID").fill("1")
    await page.getByRole("dialog").getByRole("button", { name: "Enter subscription ID" }).click()
    await page.getByRole("alert").filter({ hasText: /\S/ }).first().waitFor()
    await page.getByRole("dialog").getByLabel("Subscription ID").fill(id)
    await page.getByRole("dialog").getByRole("button", { name: "Enter subscription ID" }).click()
    await page.getByText("The payment service has this subscription.").waitFor()

    await unconfirmed(world, "Never made", "drop-before")
    await world.sql("UPDATE webcheckout_subscription SET sent_at = sent_at - interval '2 minutes'")
    const before = booked().length
    await open(page, `${LIST}?q=Never made`)
    await page.getByRole("row", { name: /Never made/ }).click()
    await page.getByRole("button", { name: "Send again" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Send again" }).click()
    await page.getByText("The subscription was created.").waitFor()
    expect(booked()).toHaveLength(before + 1)
  })

  it("pauses and resumes after a confirmation", async () => {
    const page = await devices.open(LIST, DESKTOP)
    await page.getByRole("row", { name: /Office coffee/ }).click()
    await page.getByRole("button", { name: "Pause" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Pause" }).click()
    await page.getByText("No payment links are sent while the subscription is paused.").waitFor()
    const office = () => booked().find(({ description }) => description === "Office coffee")
    expect(office()?.status).toBe("INACTIVE")
    await page.getByRole("button", { name: "Resume" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Resume" }).click()
    await page.getByText("The subscription was resumed.").waitFor()
    expect(office()?.status).toBe("ACTIVE")
  })

  it("searches and filters, and finds the same rows again by the address", async () => {
    const page = await devices.open(LIST, DESKTOP)
    await page.getByRole("searchbox").fill("care plan")
    await page.waitForURL(/q=care/)
    await until("one row", async () => (await page.getByRole("row").count()) === 2)
    await page.reload()
    await page.getByRole("row", { name: /care plan/ }).waitFor()
    expect(await page.getByRole("row").count()).toBe(2)
    await open(page, `${LIST}?status=rejected&q=nothing like this`)
    await page.getByText("No subscription matches the search and the filters.").waitFor()
  })

  it("works from right to left in Arabic: list, form, double click, pause", async () => {
    const page = await devices.open(LIST, DESKTOP, "ar")
    await page.getByRole("row").nth(1).waitFor()
    expect(await page.locator("html").getAttribute("dir")).toBe("rtl")
    await picture(page, "subscriptions-arabic-desktop")
    await page.getByRole("button", { name: "إنشاء", exact: true }).click()
    await page.getByRole("button", { name: /Omar/ }).click()
    await page.getByLabel("الوصف").fill("قهوة بالهيل، شهريًا")
    await page.getByLabel("المبلغ").fill("45")
    await page.getByTestId("year-sum").waitFor()
    await picture(page, "create-subscription-arabic-desktop")
    const before = booked().length
    await page.getByRole("button", { name: "إنشاء الاشتراك" }).dblclick()
    await page.waitForURL(/subscriptions\/wsub_/)
    await page.getByRole("heading", { name: "قهوة بالهيل، شهريًا" }).waitFor()
    expect(booked()).toHaveLength(before + 1)
    await page.getByRole("button", { name: "إيقاف مؤقت" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "إيقاف مؤقت" }).click()
    await page.getByText("لا تُرسل روابط دفع ما دام الاشتراك متوقّفًا مؤقتًا.").waitFor()
    await picture(page, "subscription-arabic-desktop")
  })

  it("sees the warnings of a past start and an unconfirmed subscription in Arabic, on a phone", async () => {
    await unconfirmed(world, "اشتراك ضائع", "drop-after")
    const page = await devices.open(`${LIST}?q=${encodeURIComponent("اشتراك ضائع")}`, PHONE, "ar")
    await page.getByRole("row", { name: /اشتراك ضائع/ }).click()
    await page.getByTestId("ways-out").waitFor()
    await picture(page, "unconfirmed-arabic-phone")
    await page.getByRole("button", { name: "البحث عن الاشتراك" }).click()
    await page.getByText("الاشتراك موجود لدى خدمة الدفع.").waitFor()
    await open(page)
    await page.getByRole("row").nth(1).waitFor()
    await page.getByRole("button", { name: "إنشاء", exact: true }).click()
    await page.getByRole("spinbutton").nth(2).click()
    await page.keyboard.type("2025")
    await page.getByTestId("past-start").waitFor()
    await picture(page, "create-subscription-arabic-phone")
  })

  it.each([DESKTOP, PHONE])(
    "can be read by everybody, in $colorScheme on $viewport.width pixels: no serious finding of axe",
    async (device) => {
      const page = await devices.open(LIST, device)
      await page.getByRole("row").nth(1).waitFor()
      expect(await seriousFindings(page)).toEqual([])
      await page.getByRole("button", { name: "Create", exact: true }).click()
      await page.getByLabel("Description").waitFor()
      expect(await seriousFindings(page, "[role=dialog]")).toEqual([])
      await open(page)
      await page.getByRole("row", { name: /Office coffee/ }).click()
      await page.getByRole("heading", { name: "Office coffee" }).waitFor()
      expect(await seriousFindings(page)).toEqual([])
    }
  )

  it("starts one from the customer's page, and from an order", async () => {
    const { customers } = await world.admin.admin.customer.list({ q: "noor" })
    const page = await devices.open(`/app/customers/${customers[0].id}`, DESKTOP)
    await page.getByRole("link", { name: /Office coffee/ }).waitFor()
    await page.getByRole("link", { name: /Office coffee/ }).scrollIntoViewIfNeeded()
    await picture(page, "customer-subscriptions-desktop")
    await page.getByRole("button", { name: "Create subscription", exact: true }).click()
    await page.getByText("noor@shop.example").last().waitFor()
    await closeDialog(page)

    const { cart, checkout } = await world.startedPayment()
    world.emulator.act(checkout.id, "pay")
    await world.comeBack(checkout)
    const order = await world.order(cart.id)
    await open(page, `/app/orders/${order.id}`)
    await page.getByRole("button", { name: "Create subscription" }).click()
    expect(await page.getByLabel("Description").inputValue()).toBe("Brass coffee pot")
    // Rounded to the currency's digits as soon as the store's currencies are there.
    await until("the rounded amount", async () => (await page.getByLabel("Amount").inputValue()) === "110.2")
    const before = booked().length
    await page.getByRole("radio", { name: /New person/ }).click()
    expect(await page.getByLabel("Email").inputValue()).toBe("aisha@shop.example")
    await page.getByRole("button", { name: "Create subscription" }).click()
    await page.waitForURL(/subscriptions\/wsub_/)
    expect(booked()).toHaveLength(before + 1)
  })
})

describeWhere("chromium", "a merchant without the extended operations", () => {
  let world: World
  let browser: Browser
  let devices: AdminDevices

  beforeAll(async () => {
    world = await World.shared()
    browser = await launchBrowser()
    devices = new AdminDevices(browser, world.store.url)
    await fill(world)
  })

  afterAll(async () => {
    await browser.close()
    await world.stop()
  })

  it("has no actions beyond the documented operations", async () => {
    const page = await devices.open(LIST, DESKTOP)
    await page.getByRole("row", { name: /Office coffee/ }).click()
    await page.getByText("The basic API does not report the status").waitFor()
    expect(await page.getByRole("button", { name: /Refresh status|Pause|Resume/ }).count()).toBe(0)
    expect(await page.getByRole("heading", { name: "Payment links", exact: true }).count()).toBe(0)
    await unconfirmed(world, "Lost", "drop-after")
    await page.goto(`${world.store.url}${LIST}?q=Lost`)
    await page.getByRole("row", { name: /Lost/ }).click()
    await page.getByTestId("ways-out").waitFor()
    expect(await page.getByRole("button", { name: "Find subscription" }).count()).toBe(0)
  })

  it.each([
    ["desktop", DESKTOP],
    ["phone", PHONE],
  ])("is told on a %s that a deleted customer may still be sent links, and says what was done", async (size, view) => {
    const name = size === "desktop" ? "Layla" : "Omar"
    const { customers } = await world.admin.admin.customer.list({ q: name })
    const { subscriptions } = await world.admin.client.fetch<{ subscriptions: { id: string }[] }>(SUBSCRIPTIONS, {
      query: { customer_id: customers[0].id },
    })
    await world.admin.admin.customer.delete(customers[0].id)
    const page = await devices.open(`${LIST}/${subscriptions[0].id}`, view)
    await page.getByTestId("customer-deleted").waitFor()
    expect(await page.getByText(name).count()).toBe(0)
    await picture(page, `customer-deleted-${size}`)
    await page.getByRole("button", { name: "Close case" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Close case" }).click()
    await page.getByText("is required").waitFor()
    await page.getByLabel("Note: what you did").fill("Archived in the dashboard.")
    await page.getByRole("dialog").getByRole("button", { name: "Close case" }).click()
    await page.getByText("The case was closed.").waitFor()
    await until("the end of the case", async () => (await page.getByTestId("customer-deleted").count()) === 0)
  })
})

/** A subscription whose create call was cut off. */
async function unconfirmed(world: World, description: string, kind: "drop-after" | "drop-before"): Promise<void> {
  world.emulator.fault({ operation: "createSubscription", kind })
  await world.admin.client.fetch(SUBSCRIPTIONS, {
    method: "POST",
    body: {
      description,
      currency_code: "aed",
      amount: 12,
      start_date: "2099-01-15",
      send_on_hour: 6,
      send_every: "MONTH",
      customer: { first_name: "Hana", last_name: "Rashid", email: "hana@shop.example" },
      idempotency_key: description,
    },
  })
  // The job would find it by itself in a minute: here a person is quicker, however slow the browser.
  await world.sql(
    "DELETE FROM webcheckout_task WHERE subject_id = (SELECT id FROM webcheckout_subscription WHERE idempotency_key = $1)",
    [description]
  )
}

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
    const { customer } = await world.admin.admin.customer.create({
      first_name,
      last_name,
      email,
      phone: "+971501112233",
    })
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
