import { parse } from "papaparse"
import type { AttentionReason } from "../../src/modules/web-checkout/rules/ledger"
import { describeInBothModes } from "../harness/modes"
import { seedCases } from "../harness/seed-cases"
import { World, type ShownStatement } from "../harness/world"

const PATH = "/admin/webcheckout/statement"

/** Since the first test of this file has put money into the books, there is one account and one currency. */
const sumOf = ({ sums }: ShownStatement) => sums[0]

const amounts = ({ gateway, ledger, medusa }: ReturnType<typeof sumOf>) => ({
  paid: [gateway.paid, ledger.paid, medusa.captured],
  refunded: [gateway.refunded, medusa.refunded],
})

/** The gateway is asked about everything once more, and the books are compared. */
async function compare(world: World): Promise<ShownStatement> {
  await world.admin.client.fetch(`${PATH}/compare`, { method: "POST", body: {} })
  await world.runJob()
  return world.statement()
}

async function csvOf(world: World, query = ""): Promise<{ text: string; rows: Record<string, string>[] }> {
  // Medusa's client parses JSON, and hands on anything else as it came.
  const response = await world.admin.client.fetch<Response>(`${PATH}?format=csv${query}`, {
    headers: { accept: "text/csv" },
  })
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8")
  // As it came: `text()` would drop the byte order mark.
  const text = Buffer.from(await response.arrayBuffer()).toString()
  return {
    text,
    rows: parse<Record<string, string>>(text.replace(/^\uFEFF/, ""), { header: true, skipEmptyLines: true }).data,
  }
}

describeInBothModes("the statement", ({ extendedApi, inExtended }) => {
  let world: World

  beforeAll(async () => {
    world = await World.start({ emulator: { extendedApi }, options: { extendedApi, timeZone: "Asia/Dubai" } })
  })

  afterAll(() => world.stop())

  it("is empty where nothing was paid", async () => {
    const statement = await world.statement()
    expect(statement).toMatchObject({ sums: [], differences: [], waiting: [], asked_at: null, to_ask: 0 })
    expect(statement).toMatchObject({ time_zone: "Asia/Dubai", environment: "test", can_ask: true, is_more: false })
    expect(statement.days.every(({ paid, failed, abandoned }) => paid + failed + abandoned === 0)).toBe(true)
  })

  it("shows the same sums in all three books, when everything has gone well", async () => {
    await world.paidOrder()
    await world.paidOrder({ quantity: 3 })
    const declined = await world.startedPayment()
    world.emulator.act(declined.checkout.id, "decline")
    await world.comeBack(declined.checkout)
    const gone = await world.startedPayment()
    world.emulator.act(gone.checkout.id, "expire")
    await world.reconcile(gone.checkout)
    await world.startedPayment()
    const statement = await world.statement()
    const sum = sumOf(statement)
    const [paid] = amounts(sum).paid
    expect(Number(paid)).toBeGreaterThan(0)
    expect(paid).toMatch(/^\d+\.\d\d$/)
    expect(amounts(sum)).toEqual({ paid: [paid, paid, paid], refunded: ["0.00", "0.00"] })
    expect(sum).toMatchObject({ agree: true, differing: 0, account: "default", currency_code: "AED" })
    expect(statement.differences).toEqual([])
    const today = statement.days[statement.days.length - 1]
    expect(today).toMatchObject({ paid: 2, failed: 1, abandoned: 1 })
  })

  it("says what is on its way, and by how much", async () => {
    const { checkout } = await world.startedPayment()
    world.emulator.act(checkout.id, "pay")
    const [row] = await world.ledger({ checkout_id: checkout.id })
    // The answer is in, and Medusa has not followed yet.
    await world.sql(
      `UPDATE webcheckout_checkout SET gateway_status = 'PAID', gateway_amount = amount, paid_at = now(),
       next_check_at = now() + interval '1 hour', updated_at = now() WHERE id = $1`,
      [row.id]
    )
    const statement = await world.statement()
    expect(statement.waiting).toEqual([
      { account: "default", currency_code: "AED", count: 1, amount: checkout.amount.toFixed(2) },
    ])
    expect(statement.differences).toMatchObject([{ id: row.id, difference: "waits", medusa: { captured: "0.00" } }])
    await world.comeBack(checkout)
    expect(await world.statement()).toMatchObject({ waiting: [], differences: [], sums: [{ agree: true }] })
  })

  it("names a refund that was made in the gateway's dashboard, and is even again once it is recorded", async () => {
    const { checkout, order } = await world.paidOrder()
    const before = amounts(sumOf(await world.statement()))
    world.emulator.refund(checkout.id, String(checkout.amount), "AED")
    // Nobody has asked the gateway since.
    expect(amounts(sumOf(await world.statement()))).toEqual(before)
    const statement = await compare(world)
    const [row] = await world.ledger({ checkout_id: checkout.id })
    expect(statement.differences).toMatchObject([
      {
        id: row.id,
        difference: "case",
        attention: "refunded_outside",
        order: { id: order.id },
        gateway: { paid: checkout.amount.toFixed(2), refunded: checkout.amount.toFixed(2) },
        medusa: { captured: checkout.amount.toFixed(2), refunded: "0.00" },
      },
    ])
    expect(sumOf(statement)).toMatchObject({ agree: false, differing: 1 })
    await world.act(row.id, "record-refund")
    const after = sumOf(await world.statement())
    expect(after).toMatchObject({ agree: true, differing: 0 })
    expect(after.gateway.refunded).toBe(after.medusa.refunded)
  })

  it("names a checkout whose amount and one whose payment were changed in the gateway's books", async () => {
    const [changed, undone] = [await world.paidOrder(), await world.paidOrder()]
    const before = sumOf(await world.statement())
    const amount = changed.checkout.amount
    Object.assign(world.checkoutOf(changed.session.id), { amount: 1 })
    Object.assign(world.checkoutOf(undone.session.id), { status: "FAILED" })
    const statement = await compare(world)
    expect(statement.differences.map(({ order, gateway }) => [order?.id, gateway.paid])).toEqual([
      [changed.order.id, "1.00"],
      [undone.order.id, "0.00"],
    ])
    const { paid } = amounts(sumOf(statement))
    expect(paid[1]).toBe(before.ledger.paid)
    expect(paid[2]).toBe(before.medusa.captured)
    expect(Number(paid[0])).toBeCloseTo(Number(before.gateway.paid) - amount - undone.checkout.amount + 1, 2)
    Object.assign(world.checkoutOf(changed.session.id), { amount })
    Object.assign(world.checkoutOf(undone.session.id), { status: "PAID" })
    const mended = await compare(world)
    expect(amounts(sumOf(mended)).paid).toEqual(amounts(before).paid)
    for (const { id, difference } of mended.differences) {
      // A changed amount is a case until a person has looked at it.
      expect(difference).toBe("case")
      await world.act(id, "resolve", { note: "The gateway's books were mended" })
    }
    expect(sumOf(await world.statement())).toMatchObject({ agree: true })
  })

  it("counts what came and went back, without an order, in none of the books", async () => {
    const before = sumOf(await world.statement())
    const { cart, checkout } = await world.startedPayment()
    await world.disturb({ delete_cart: cart.id })
    world.emulator.act(checkout.id, "pay")
    await world.reconcile(checkout)
    const [named] = (await world.statement()).differences
    expect(named).toMatchObject({ attention: "paid_without_order", ledger: { paid: "0.00" } })
    world.emulator.refund(checkout.id, String(checkout.amount), "AED")
    await world.act(named.id, "sync")
    const after = sumOf(await world.statement())
    expect(amounts(after)).toEqual(amounts(before))
    expect(after).toMatchObject({ passed_through: checkout.amount.toFixed(2), agree: true })
  })

  it("has a payment that a person has closed, for as long as the books differ", async () => {
    const { cart, checkout } = await world.startedPayment()
    await world.disturb({ delete_cart: cart.id })
    world.emulator.act(checkout.id, "pay")
    await world.reconcile(checkout)
    const [row] = await world.ledger({ checkout_id: checkout.id })
    await world.act(row.id, "resolve", { note: "Paid back in cash" })
    expect((await world.statement()).differences).toMatchObject([{ id: row.id, difference: "closed", attention: null }])
  })

  inExtended("counts Medusa's refunds, whole and partial", async () => {
    const { order } = await world.paidOrder({ quantity: 2 })
    const before = sumOf(await world.statement())
    const payment = order.payment_collections?.[0].payments?.[0]
    await world.admin.admin.payment.refund(payment?.id ?? "", { amount: 12.34 })
    const after = sumOf(await compare(world))
    expect(Number(after.gateway.refunded)).toBeCloseTo(Number(before.gateway.refunded) + 12.34, 2)
    expect(after.medusa.refunded).toBe(after.gateway.refunded)
  })

  it("is the sum of its rows, whatever has happened to them", async () => {
    const kept = sumOf(await world.statement())
    await world.sql("DELETE FROM webcheckout_total")
    expect(sumOf(await world.statement())).toEqual(kept)
  })

  it("has every payment as a line of a file, exact, and safe in a spreadsheet", async () => {
    const { checkout, order } = await world.paidOrder()
    await world.sql("UPDATE webcheckout_checkout SET payment_method = '=1+1' WHERE checkout_id = $1", [checkout.id])
    const { text, rows } = await csvOf(world)
    const row = rows.find(({ checkout_id }) => checkout_id === checkout.id)
    expect(row).toMatchObject({
      order: String(order.display_id),
      environment: "test",
      account: "default",
      currency: "AED",
      status: "PAID",
      payment_method: "'=1+1",
      gateway_paid: checkout.amount.toFixed(2),
      ledger_paid: checkout.amount.toFixed(2),
      medusa_captured: checkout.amount.toFixed(2),
      difference: "",
    })
    expect(row?.["created_at (Asia/Dubai)"]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+04:00$/)
    expect(text).toMatch(/^\uFEFFcreated_at \(Asia\/Dubai\),/)
    expect(text).not.toContain("aisha@shop.example")
    const sum = sumOf(await world.statement())
    const total = rows.reduce((cents, { gateway_paid }) => cents + Math.round(Number(gateway_paid) * 100), 0)
    expect((total / 100).toFixed(2)).toBe(sum.gateway.paid)
    expect(rows.filter(({ difference }) => difference !== "")).toHaveLength(sum.differing)
  })

  it("ends its days where the store's zone does", async () => {
    const { checkout } = await world.paidOrder()
    const at = async (moment: string) => {
      await world.sql("UPDATE webcheckout_checkout SET created_at = $2, updated_at = now() WHERE checkout_id = $1", [
        checkout.id,
        moment,
      ])
      await world.sql("DELETE FROM webcheckout_total")
    }
    const isOn = async (day: string) => (await world.statement({ from: day })).sums.length > 0
    await at("2020-02-28T19:59:59.999999Z")
    expect([await isOn("2020-02-28"), await isOn("2020-02-29")]).toEqual([true, false])
    await at("2020-02-28T20:00:00Z")
    expect([await isOn("2020-02-28"), await isOn("2020-02-29")]).toEqual([false, true])
    expect((await csvOf(world, "&from=2020-02-29")).rows).toMatchObject([
      { "created_at (Asia/Dubai)": "2020-02-29 00:00:00 +04:00" },
    ])
  })

  it.each([
    ["from=2020-02-30", "from: must be a day, as yyyy-MM-dd"],
    ["from=2020-02-01&to=yesterday", "to: must be a day, as yyyy-MM-dd"],
    ["from=2020-02-02&to=2020-02-01", 'to: must not be before "from", nor more than 366 days after it'],
    ["from=2020-01-01&to=2021-01-02", 'to: must not be before "from", nor more than 366 days after it'],
  ])("refuses %s", async (query, message) => {
    for (const format of ["json", "csv"]) {
      const refused = world.admin.client.fetch(`${PATH}?${query}&format=${format}`)
      await expect(refused).rejects.toMatchObject({ status: 400, message })
    }
  })

  it("is asked for by account, currency and environment", async () => {
    expect((await world.statement({ account: "other" })).sums).toEqual([])
    expect((await world.statement({ currency_code: "usd" })).sums).toEqual([])
    expect((await world.statement({ currency_code: "aed" })).sums).toHaveLength(1)
    expect(await world.statement({ environment: "live" })).toMatchObject({ sums: [], can_ask: false })
  })

  it("is nobody's who is not signed in", async () => {
    const response = await fetch(`${world.store.url}${PATH}`)
    expect(response.status).toBe(401)
  })
})

describe("the statement of a store with a case of every kind", () => {
  let world: World
  let cases: Map<AttentionReason, string>

  beforeAll(async () => {
    world = await World.start({ emulator: { extendedApi: true }, options: { extendedApi: true, timeoutMs: 1000 } })
    cases = await seedCases(world)
  })

  afterAll(() => world.stop())

  it("names every one of them", async () => {
    const { differences } = await world.statement()
    for (const [reason, id] of cases) {
      expect(differences.find((one) => one.id === id)).toMatchObject({ attention: reason, difference: "case" })
    }
  })
})
