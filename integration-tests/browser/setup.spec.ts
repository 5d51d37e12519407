import type { Browser } from "playwright-core"
import { AdminDevices } from "../harness/admin-page"
import { DESKTOP, launchBrowser, picture } from "../harness/browser"
import { describeWhere } from "../harness/describe-where"
import { textsOf } from "../harness/texts"
import { World } from "../harness/world"

describeWhere("chromium", "a merchant in the settings", () => {
  let world: World
  let browser: Browser
  let devices: AdminDevices
  const t = textsOf("en")

  beforeAll(async () => {
    world = await World.shared({ extendedApi: true })
    browser = await launchBrowser()
    devices = new AdminDevices(browser, world.store.url)
    // The settings show the payment service's last answer.
    await world.paidOrder()
  })

  afterAll(async () => {
    await browser.close()
    await world.stop()
  })

  it("finds the provider in a region's list of payment providers", async () => {
    const { regions } = await world.admin.admin.region.list({ currency_code: "aed" })
    const page = await devices.open(`/app/settings/regions/${regions[0].id}/edit`, DESKTOP)
    await page.getByRole("dialog").getByRole("combobox").last().click()
    await page.getByRole("option", { name: "Webcheckout (DEFAULT)" }).waitFor()
    await picture(page, "enable-provider-desktop")
  })

  it("sees how the plugin is set up, and what is wrong with it", async () => {
    const page = await devices.open("/app/settings/webcheckout", DESKTOP)
    await page.getByRole("button", { name: t("setup.check.run") }).click()
    await page.getByText(t("setup.findings.storefront_away.what")).first().waitFor()
    await page.getByText(t("setup.checks.credentials"), { exact: true }).waitFor()
    await page.getByText(world.emulator.baseUrl).waitFor()
    await picture(page, "setup-desktop")
  })
})
