import { moduleIntegrationTestRunner } from "@medusajs/test-utils"
import { WEB_CHECKOUT } from "../../src/modules/web-checkout"
import { PLUGIN_ACTOR } from "../../src/modules/web-checkout/rules/ledger"
import type { WebCheckoutService } from "../../src/modules/web-checkout/service"
import { MODULE_MODELS, MODULE_OPTIONS, useServerOfThisRun } from "../harness/module-models"

jest.setTimeout(120_000)

useServerOfThisRun()

const YESTERDAY = new Date(Date.now() - 86_400_000)

moduleIntegrationTestRunner<WebCheckoutService>({
  moduleName: WEB_CHECKOUT,
  resolve: `${process.cwd()}/src/modules/web-checkout`,
  moduleModels: MODULE_MODELS,
  moduleOptions: MODULE_OPTIONS,
  testSuite: ({ service, MikroOrmWrapper }) => {
    const create = () =>
      service.payLinks.create({
        order_id: "order_1",
        order_reference: "R7K3-F92Q-D4MX",
        customer_id: null,
        currency_code: "AED",
        amount: null,
        note: null,
        created_by: PLUGIN_ACTOR,
        expires_at: YESTERDAY,
      })
    const expired = async () => (await service.payLinks.listExpired(null, 10)).map(({ id }) => id)

    describe("an expired pay link", () => {
      it("is listed until its expiry is recorded", async () => {
        const { id } = await create()
        expect(await expired()).toEqual([id])
        await service.payLinks.recordExpiry(id, "told")
        expect(await expired()).toEqual([])
      })

      it("that is renewed just before its expiry is recorded is listed when it expires again", async () => {
        const { id } = await create()
        await service.payLinks.extend(id)
        await service.payLinks.recordExpiry(id, "told")
        await MikroOrmWrapper.forkManager().execute("UPDATE webcheckout_pay_link SET expires_at = ? WHERE id = ?", [
          YESTERDAY,
          id,
        ])
        expect(await expired()).toEqual([id])
      })
    })
  },
})
