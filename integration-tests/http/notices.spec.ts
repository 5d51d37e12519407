import { payOrder } from "medusa-payment-webcheckout-storefront"
import { Mailbox } from "../harness/mailbox"
import { Payer } from "../harness/payer"
import { until } from "../harness/shop"
import { World } from "../harness/world"

const EMAILS = ["owner@shop.example", "books@shop.example"]

/** Paid, and its cart is gone. */
async function openCase(world: World) {
  const started = await world.startedPayment()
  await world.disturb({ delete_cart: started.cart.id })
  world.emulator.act(started.checkout.id, "pay")
  await world.reconcile(started.checkout)
  const [row] = await world.ledger({ checkout_id: started.checkout.id })
  expect(row.attention).toBe("paid_without_order")
  return row
}

const toldOf = async (world: World, id: string) =>
  (
    await world.sql<{ told_at: Date | null }>(
      "SELECT told_at FROM webcheckout_case WHERE ledger_id = $1 ORDER BY opened_at DESC",
      [id]
    )
  )[0].told_at

/** The job that tells, now. */
const tell = (world: World) => world.tell()

/** Lets so many minutes pass for the mails that could not be sent. */
const passMinutes = (world: World, id: string, minutes: number) =>
  world.sql("UPDATE notification SET created_at = created_at - $2 * interval '1 minute' WHERE resource_id = $1", [
    id,
    minutes,
  ])

describe("being told of a case", () => {
  let world: World
  let mailbox: Mailbox

  beforeAll(async () => {
    mailbox = await Mailbox.start()
    world = await World.start({
      emulator: { extendedApi: true },
      options: { extendedApi: true, notifications: { emails: EMAILS } },
      env: { SMTP_URL: mailbox.url },
    })
  })

  afterEach(async () => {
    mailbox.isFull = false
    mailbox.refuseHeld()
    // The next test's daily mail is tomorrow's, of its own cases.
    await world.sql("DELETE FROM notification WHERE trigger_type = 'webcheckout.digest'")
    await world.sql("UPDATE webcheckout_subscription SET attention = NULL")
    await world.setCase({ id: "%" })
  })

  afterAll(async () => {
    await world.stop()
    await mailbox.stop()
  })

  const mailsAbout = (reference: string) => mailbox.mails.filter(({ raw }) => raw.includes(reference))

  it("rings the admin's bell once, and writes once to everybody who is named", async () => {
    const row = await openCase(world)
    await until("the case to be told", async () => (await toldOf(world, row.id)) !== null)
    await tell(world)
    await world.act(row.id, "sync")
    await tell(world)
    const [told, ...more] = await world.bell(row.id)
    expect(more).toEqual([])
    expect(told.data).toEqual({
      title: "Paid without an order",
      description: `110.20 AED, reference ${row.order_reference} (test). Open Payments → Needs attention.`,
    })
    const mails = mailsAbout(row.order_reference)
    expect(mails.map(({ to }) => to).sort()).toEqual([["books@shop.example"], ["owner@shop.example"]])
    for (const { raw } of mails) {
      expect(raw).toContain(`Subject: Paid without an order: payment ${row.order_reference}`)
      expect(raw).toContain(`/app/webcheckout/checkouts/${row.id}`)
      expect(raw).not.toContain("aisha@shop.example")
    }
  })

  it("tells a case that is opened again", async () => {
    const row = await openCase(world)
    await until("the case to be told", async () => (await toldOf(world, row.id)) !== null)
    await world.act(row.id, "resolve", { note: "Looked at" })
    await world.setCase({ id: row.checkout_id ?? "" }, "paid_twice")
    await tell(world)
    expect((await world.bell(row.id)).map(({ data }) => data.title).sort()).toEqual([
      "Paid twice",
      "Paid without an order",
    ])
    expect(mailsAbout(row.order_reference)).toHaveLength(4)
  })

  it("tells the case of a process that died before its event went out", async () => {
    const { checkout } = await world.startedPayment()
    await world.setCase(checkout, "unanswered")
    const [row] = await world.ledger({ checkout_id: checkout.id })
    expect(await world.bell(row.id)).toEqual([])
    await tell(world)
    expect(await world.bell(row.id)).toHaveLength(1)
  })

  it("tries a mail that could not be sent three times, with pauses, and gives up then", async () => {
    mailbox.isFull = true
    const row = await openCase(world)
    const tries = async () =>
      (
        await world.sql<{ status: string }>(
          "SELECT status FROM notification WHERE resource_id = $1 AND channel = 'email'",
          [row.id]
        )
      ).map(({ status }) => status)
    const failures = (count: number) => Array.from({ length: count * EMAILS.length }, () => "failure")
    await until("the first try", async () => (await tries()).length === EMAILS.length)
    await tell(world)
    expect(await tries()).toEqual(failures(1))
    await passMinutes(world, row.id, 6)
    await tell(world)
    expect(await tries()).toEqual(failures(2))
    expect(await toldOf(world, row.id)).toBeNull()
    await passMinutes(world, row.id, 61)
    await tell(world)
    expect(await tries()).toEqual(failures(3))
    expect(await toldOf(world, row.id)).not.toBeNull()
    expect(await world.bell(row.id)).toHaveLength(1)
    mailbox.isFull = false
    await tell(world)
    expect(mailsAbout(row.order_reference)).toEqual([])
  })

  it("goes through when the mailbox is there again", async () => {
    mailbox.isFull = true
    const row = await openCase(world)
    await until("a first try", async () => {
      const tries = await world.sql("SELECT 1 FROM notification WHERE resource_id = $1 AND channel = 'email'", [row.id])
      return tries.length === EMAILS.length
    })
    mailbox.isFull = false
    await passMinutes(world, row.id, 6)
    await tell(world)
    await tell(world)
    expect(mailsAbout(row.order_reference)).toHaveLength(EMAILS.length)
  })

  it("tries a mail again that failed when nobody waited for it any more, and keeps no bell waiting for it", async () => {
    mailbox.isHolding = true
    const late = (await world.startedPayment()).checkout.id
    const ids: string[] = []
    for (let count = 0; count < 3; count += 1) {
      ids.push((await world.startedPayment()).checkout.id)
    }
    for (const id of ids) {
      await world.setCase({ id }, "unanswered")
    }
    const [row, another] = await Promise.all(ids.map(async (id) => (await world.ledger({ checkout_id: id }))[0]))
    const told = tell(world)
    await until("the first mail to be under way", async () => mailbox.holds > 0)
    expect(await world.bell(row.id)).toHaveLength(1)
    expect(await world.bell(another.id)).toHaveLength(1)
    // A case that is new meanwhile rings too.
    const [third] = await world.ledger({ checkout_id: late })
    await world.setCase({ id: late }, "unanswered")
    const toldLate = tell(world)
    await until("the bell of the new case", async () => (await world.bell(third.id)).length === 1)
    // The others' mails go out one case after another.
    expect(mailbox.holds).toBeLessThan(ids.length * EMAILS.length)
    await Promise.all([told, toldLate])
    expect(await toldOf(world, row.id)).toBeNull()
    mailbox.refuseHeld()
    await until("the provider to have given up", async () => {
      const failed = await world.sql("SELECT 1 FROM notification WHERE resource_id = $1 AND status = 'failure'", [
        row.id,
      ])
      return failed.length === EMAILS.length
    })
    await passMinutes(world, row.id, 6)
    await tell(world)
    expect(mailsAbout(row.order_reference)).toHaveLength(EMAILS.length)
    expect(await toldOf(world, row.id)).not.toBeNull()
  })

  it("has a pay link of the plugin's own that has expired unpaid in the daily mail, until it is renewed", async () => {
    const { order } = await world.paidOrder()
    await world.addToOrder(order.id)
    await payOrder(world.shopper().sdk, order.id)
    await world.sql("UPDATE webcheckout_pay_link SET expires_at = now() WHERE order_id = $1", [order.id])
    await world.runTasks("tell_expired_links")
    const daily = () => mailsAbout(`/app/orders/${order.id}`)
    await tell(world)
    expect(
      daily()
        .map(({ to }) => to[0])
        .sort()
    ).toEqual([...EMAILS].sort())
    expect(daily()[0].raw).toMatch(/1 pay link has expired unpaid/)
    expect(daily()[0].raw).toContain(`Order #${order.display_id}: `)
    await world.sql("DELETE FROM notification WHERE trigger_type = 'webcheckout.digest'")
    await payOrder(world.shopper().sdk, order.id)
    await tell(world)
    expect(daily()).toHaveLength(EMAILS.length)
  })

  it("tells a subscription that needs a person, once, and in the daily mail", async () => {
    await openCase(world)
    const { subscription } = await world.admin.client.fetch<{ subscription: { id: string } }>(
      "/admin/webcheckout/subscriptions",
      {
        method: "POST",
        body: {
          description: "Cardamom coffee",
          currency_code: "aed",
          amount: 12,
          start_date: "2099-01-15",
          send_on_hour: 6,
          send_every: "MONTH",
          customer: { first_name: "Hana", last_name: "Rashid", email: "hana@shop.example" },
          idempotency_key: "told-once",
        },
      }
    )
    await world.sql(
      "UPDATE webcheckout_subscription SET attention = 'customer_deleted', attention_at = now() - interval '25 hours' WHERE id = $1",
      [subscription.id]
    )
    await tell(world)
    await tell(world)
    expect(await world.bell(subscription.id)).toHaveLength(1)
    const mails = mailbox.mails.filter(({ raw }) => raw.includes(`/app/webcheckout/subscriptions/${subscription.id}`))
    // A long subject goes on in the next line.
    const subjects = mails.map(({ raw }) => /Subject: (.*(?:\r?\n[ \t].*)*)/.exec(raw)?.[1].replace(/\s+/g, " ") ?? "")
    expect(subjects.filter((subject) => /: subscription \S+$/.test(subject))).toHaveLength(EMAILS.length)
    expect(subjects.filter((subject) => /and 1 subscription need attention$/.test(subject))).toHaveLength(EMAILS.length)
  })

  it("is repeated once a day while cases are open", async () => {
    const row = await openCase(world)
    await until("the case to be told", async () => (await toldOf(world, row.id)) !== null)
    const before = mailbox.mails.length
    await tell(world)
    expect(mailbox.mails.slice(before)).toEqual([])
    await world.sql(
      "UPDATE webcheckout_case SET opened_at = now() - interval '25 hours' WHERE ledger_id = $1 AND closed_at IS NULL",
      [row.id]
    )
    await tell(world)
    await tell(world)
    const daily = mailbox.mails.slice(before)
    expect(daily.map(({ to }) => to[0]).sort()).toEqual([...EMAILS].sort())
    expect(daily[0].raw).toMatch(/Subject: \d+ payments? needs? attention/)
    expect(daily[0].raw).toContain(row.order_reference)
    expect(daily[0].raw).toContain("/app/webcheckout/checkouts?view=needs_you")
  })
})

describe("a store whose e-mail provider is missing", () => {
  let world: World

  beforeAll(async () => {
    world = await World.start({ options: { notifications: { emails: EMAILS.slice(0, 1) } } })
  })

  afterAll(() => world.stop())

  it("rings the bell all the same, and says so in its log", async () => {
    const row = await openCase(world)
    await tell(world)
    expect(await world.bell(row.id)).toHaveLength(1)
    expect(world.store.log()).toMatch(/a notification by email about wchk_\w+ could not be sent/)
  })

  it("rings once for ten payments of an account without a usable answer", async () => {
    const { checkout } = await world.startedPayment()
    await world.sql(
      `INSERT INTO webcheckout_checkout SELECT (jsonb_populate_record(c, jsonb_build_object('id', c.id || n, 'request_id', n,
         'payment_session_id', NULL, 'checkout_id', c.checkout_id || n))).*
       FROM webcheckout_checkout c, generate_series(1, 9) n WHERE c.checkout_id = $1`,
      [checkout.id]
    )
    const like = [`${checkout.id}%`]
    await world.setCase({ id: like[0] }, "unanswered")
    await tell(world)
    expect(await world.bell("default")).toMatchObject([{ data: { title: "No usable answer about 10 payments" } }])
    const rows = await world.sql<{ id: string }>(
      `SELECT c.id FROM webcheckout_checkout c JOIN webcheckout_case o ON o.ledger_id = c.id
       WHERE c.checkout_id LIKE $1 AND o.told_at IS NOT NULL`,
      like
    )
    expect(rows).toHaveLength(10)
    for (const { id } of rows) {
      expect(await world.bell(id)).toEqual([])
    }
  })

  it("sends no pay link by mail, and knows no link that Medusa's admin copies", async () => {
    const { order } = await world.paidOrder()
    await world.addToOrder(order.id)
    const { client } = world.admin
    const path = "/admin/webcheckout/pay-links"
    const { pay_link } = await client.fetch<{ pay_link: { id: string } }>(path, {
      method: "POST",
      body: { order_id: order.id },
    })
    expect(await client.fetch(path, { query: { order_id: order.id } })).toMatchObject({
      order: { why_no_mail: "no_provider" },
    })
    await expect(client.fetch(`${path}/${pay_link.id}/send`, { method: "POST", body: {} })).rejects.toThrow(
      /no email provider/
    )
    const { order: books } = await world.admin.admin.order.retrieve(order.id, { fields: "*payment_collections" })
    const [collection] = books.payment_collections ?? []
    const copied = `${world.store.url}/webcheckout/payment-collection/${collection.id}?order_id=${order.id}`
    expect((await new Payer(copied).look()).status).toBe(404)
  })
})
