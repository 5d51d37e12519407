import { readdirSync } from "node:fs"
import { join } from "node:path"
import type { Migration } from "@medusajs/framework/mikro-orm/migrations"
import { migrate, ROOT } from "../harness/store"
import { World } from "../harness/world"

const MIGRATIONS = join(ROOT, "src/modules/web-checkout/migrations")
const [, ...AFTER_THE_FIRST] = readdirSync(MIGRATIONS)
  .filter((file) => file.endsWith(".ts"))
  .map((file) => file.slice(0, -".ts".length))
  .sort()

type MigrationFile = Record<string, new (...args: never[]) => Migration>

describe("a shop that upgrades from the first version", () => {
  let world: World

  beforeAll(async () => {
    world = await World.start()
  })

  afterAll(() => world.stop())

  /** What the first version left: the cart's id as the gateway's orderId, and a database without the later columns. */
  const downgrade = async (...purchases: { cart: { id: string }; checkout: { orderId: string } }[]) => {
    const carts = purchases.map(({ cart, checkout }) => {
      checkout.orderId = cart.id
      return cart.id
    })
    await world.sql("UPDATE webcheckout_checkout SET order_reference = cart_id WHERE cart_id = ANY($1)", [carts])
    for (const name of AFTER_THE_FIRST.toReversed()) {
      const file = (await import(join(MIGRATIONS, name))) as MigrationFile
      const later = new file[name](undefined as never, undefined as never)
      await later.down()
      for (const statement of later.getQueries().filter((query) => typeof query === "string")) {
        await world.sql(statement)
      }
      await world.sql("DELETE FROM mikro_orm_migrations WHERE name = $1", [name])
    }
  }

  it("settles what was open, keeps its reference, and looks at what was settled", async () => {
    const open = await world.startedPayment()
    const settled = await world.paidOrder()
    await world.killAndRestart(async (settings) => {
      await downgrade(open, settled)
      await migrate(settings)
    })
    expect(await world.ledger({ cart_id: settled.cart.id })).toMatchObject([
      { status: "settled", watch_at: expect.any(String) },
    ])
    const again = await open.shopper.startPayment(open.cart)
    expect(again.data).toMatchObject({ checkout_id: open.checkout.id })
    world.emulator.act(open.checkout.id, "pay")
    expect((await world.comeBack(open.checkout)).pathname).toContain("/order/")
    const order = await world.order(open.cart.id)
    expect(order).toMatchObject({
      payment_status: "captured",
      metadata: { webcheckout_order_reference: open.cart.id },
    })
    expect(await world.ledger({ cart_id: open.cart.id })).toMatchObject([
      { status: "settled", attention: null, agreed_at: expect.any(String) },
    ])
    world.emulator.refund(settled.checkout.id, String(settled.checkout.amount), "AED")
    await world.passHours(settled.checkout, 24 * 8)
    await world.runJob()
    expect(await world.ledger({ cart_id: settled.cart.id })).toMatchObject([{ attention: "refunded_outside" }])
    expect(await world.sql("SELECT what, detail FROM webcheckout_moment WHERE what LIKE 'case%'")).toEqual([
      { what: "case_opened", detail: "refunded_outside" },
    ])
    expect(await world.statement()).toMatchObject({
      differences: [{ difference: "case", attention: "refunded_outside" }],
    })
  })
})
