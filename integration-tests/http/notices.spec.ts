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

/** Lets so many minutes pass for the mails about a subject that could not be sent. */
const passMinutes = (world: World, id: string, minutes: number) =>
  world.sql(
    `UPDATE webcheckout_task SET due_at = due_at - $2 * interval '1 minute'
     WHERE kind = 'send_mail' AND subject_id IN (SELECT id FROM webcheckout_mail WHERE subject_id = $1)`,
    [id, minutes]
  )

/** Waits until nothing is left to do about the mails about a subject. */
const mailed = (world: World, id: string) =>
  until("its mails to be sent", async () => {
    const rows = await world.sql<{ outcome: string | null }>(
      "SELECT outcome FROM webcheckout_mail WHERE subject_id = $1",
      [id]
    )
    return rows.length > 0 && rows.every(({ outcome }) => outcome !== null)
  })

/** Waits until each mail about a subject was tried once, and refused. */
const refused = (world: World, id: string) =>
  until("a first try", async () => {
    const tries = await world.sql(
      "SELECT 1 FROM webcheckout_mail WHERE subject_id = $1 AND attempts = 1 AND trying_since IS NULL",
      [id]
    )
    return tries.length === EMAILS.length
  })

describe("notices", () => {
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
    await forgetDigest()
    await world.sql("UPDATE webcheckout_subscription SET attention = NULL")
    await world.setCase({ id: "%" })
  })

  afterAll(async () => {
    await world.stop()
    await mailbox.stop()
  })

  /** As if it were the next day. */
  const forgetDigest = () => world.sql("DELETE FROM webcheckout_mail WHERE kind = 'digest'")

  const orderWithExpiredLink = async () => {
    const { order } = await world.paidOrder()
    await world.addToOrder(order.id)
    await payOrder(world.shopper().sdk, order.id)
    await world.sql("UPDATE webcheckout_pay_link SET expires_at = now() WHERE order_id = $1", [order.id])
    await world.runTasks("notify_expired_links")
    return order
  }

  const mailsAbout = (reference: string) => mailbox.mails.filter(({ raw }) => raw.includes(reference))

  it("are one notification in the admin, and one mail to each configured address", async () => {
    const row = await openCase(world)
    await mailed(world, row.id)
    await world.tell()
    await world.act(row.id, "sync")
    await world.tell()
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

  it("are sent again for a reopened case", async () => {
    const row = await openCase(world)
    await mailed(world, row.id)
    await world.act(row.id, "resolve", { note: "Looked at" })
    await world.setCase({ id: row.checkout_id ?? "" }, "paid_twice")
    await world.tell()
    expect((await world.bell(row.id)).map(({ data }) => data.title).sort()).toEqual([
      "Paid twice",
      "Paid without an order",
    ])
    await mailed(world, row.id)
    expect(mailsAbout(row.order_reference)).toHaveLength(4)
  })

  it("are sent for the case of a process that died before its event was emitted", async () => {
    const { checkout } = await world.startedPayment()
    await world.setCase(checkout, "unanswered")
    const [row] = await world.ledger({ checkout_id: checkout.id })
    expect(await world.bell(row.id)).toEqual([])
    await world.tell()
    expect(await world.bell(row.id)).toHaveLength(1)
  })

  it("include three attempts at a mail, with pauses, and then a report of the failure", async () => {
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
    const failed = (count: number) =>
      until("so many tries", async () => (await tries()).join() === failures(count).join())
    await failed(1)
    await world.tell()
    expect(await tries()).toEqual(failures(1))
    await passMinutes(world, row.id, 6)
    await world.tell()
    await failed(2)
    expect(await world.bell("mail")).toEqual([])
    await passMinutes(world, row.id, 61)
    await world.tell()
    await failed(3)
    await mailed(world, row.id)
    expect(await world.bell(row.id)).toHaveLength(1)
    expect(await world.bell("mail")).toMatchObject([{ data: { title: "An email to the shop could not be sent" } }])
    mailbox.isFull = false
    await passMinutes(world, row.id, 10_000)
    await world.tell()
    expect(mailsAbout(row.order_reference)).toEqual([])
  })

  it("are sent when the mail server is back", async () => {
    mailbox.isFull = true
    const row = await openCase(world)
    await refused(world, row.id)
    mailbox.isFull = false
    await passMinutes(world, row.id, 6)
    await world.tell()
    await mailed(world, row.id)
    await world.tell()
    expect(mailsAbout(row.order_reference)).toHaveLength(EMAILS.length)
  })

  it("do not include a mail about a case that was closed in the meantime", async () => {
    mailbox.isFull = true
    const row = await openCase(world)
    await refused(world, row.id)
    mailbox.isFull = false
    await world.act(row.id, "resolve", { note: "Looked at" })
    await passMinutes(world, row.id, 6)
    await world.tell()
    await mailed(world, row.id)
    expect(await world.sql("SELECT DISTINCT outcome FROM webcheckout_mail WHERE subject_id = $1", [row.id])).toEqual([
      { outcome: "dropped" },
    ])
    expect(mailsAbout(row.order_reference)).toEqual([])
  })

  it("include a retry of a mail that failed late, without delaying the bell", async () => {
    mailbox.isHolding = true
    const ids: string[] = []
    for (let count = 0; count < 3; count += 1) {
      ids.push((await world.startedPayment()).checkout.id)
    }
    const [row, another, late] = await Promise.all(ids.map(async (id) => (await world.ledger({ checkout_id: id }))[0]))
    await world.setCase({ id: ids[0] }, "unanswered")
    await world.setCase({ id: ids[1] }, "unanswered")
    const told = world.tell()
    await until("the first mail to be under way", async () => mailbox.holds > 0)
    expect(await world.bell(row.id)).toHaveLength(1)
    expect(await world.bell(another.id)).toHaveLength(1)
    // A case that is new meanwhile rings too.
    await world.setCase({ id: ids[2] }, "unanswered")
    const toldLate = world.tell()
    await until("the bell of the new case", async () => (await world.bell(late.id)).length === 1)
    await Promise.all([told, toldLate])
    expect(mailbox.mails.filter(({ raw }) => raw.includes(row.order_reference))).toEqual([])
    mailbox.refuseHeld()
    await until("the provider to have given up", async () => {
      const failed = await world.sql("SELECT 1 FROM notification WHERE resource_id = $1 AND status = 'failure'", [
        row.id,
      ])
      return failed.length === EMAILS.length
    })
    // What became of the try is found out, and the mail is tried again.
    await passMinutes(world, row.id, 16)
    await world.tell()
    await passMinutes(world, row.id, 6)
    await world.tell()
    await mailed(world, row.id)
    expect(mailsAbout(row.order_reference)).toHaveLength(EMAILS.length)
  })

  it("list an expired unpaid pay link in the daily mail, until it is renewed", async () => {
    const order = await orderWithExpiredLink()
    const daily = () => mailsAbout(`/app/orders/${order.id}`)
    await world.tell()
    expect(
      daily()
        .map(({ to }) => to[0])
        .sort()
    ).toEqual([...EMAILS].sort())
    expect(daily()[0].raw).toMatch(/1 pay link has expired unpaid/)
    expect(daily()[0].raw).toContain(`Order #${order.display_id}: `)
    await forgetDigest()
    await payOrder(world.shopper().sdk, order.id)
    await world.tell()
    expect(daily()).toHaveLength(EMAILS.length)
  })

  it("are repeated although the order of an expired pay link was deleted", async () => {
    const order = await orderWithExpiredLink()
    await world.sql('UPDATE "order" SET deleted_at = now() WHERE id = $1', [order.id])
    const row = await openCase(world)
    await world.sql("UPDATE webcheckout_case SET opened_at = now() - interval '25 hours' WHERE ledger_id = $1", [
      row.id,
    ])
    await world.tell()
    const daily = mailsAbout(row.order_reference).filter(({ raw }) =>
      /Subject: \d+ payments? needs? attention/.test(raw)
    )
    expect(daily).toHaveLength(EMAILS.length)
    const [link] = await world.sql("SELECT expiry FROM webcheckout_pay_link WHERE order_id = $1", [order.id])
    expect(link).toEqual({ expiry: "over" })
  })

  it("report a subscription that needs a person once, and in the daily mail", async () => {
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
    await world.tell()
    await world.tell()
    expect(await world.bell(subscription.id)).toHaveLength(1)
    const mails = mailbox.mails.filter(({ raw }) => raw.includes(`/app/webcheckout/subscriptions/${subscription.id}`))
    // A long subject goes on in the next line.
    const subjects = mails.map(({ raw }) => /Subject: (.*(?:\r?\n[ \t].*)*)/.exec(raw)?.[1].replace(/\s+/g, " ") ?? "")
    expect(subjects.filter((subject) => /: subscription \S+$/.test(subject))).toHaveLength(EMAILS.length)
    expect(subjects.filter((subject) => /and 1 subscription need attention$/.test(subject))).toHaveLength(EMAILS.length)
  })

  it("are repeated once a day while cases are open", async () => {
    const row = await openCase(world)
    await mailed(world, row.id)
    const before = mailbox.mails.length
    await world.tell()
    expect(mailbox.mails.slice(before)).toEqual([])
    await world.sql(
      "UPDATE webcheckout_case SET opened_at = now() - interval '25 hours' WHERE ledger_id = $1 AND closed_at IS NULL",
      [row.id]
    )
    await world.tell()
    await world.tell()
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

  it("still rings the bell, and logs that the mail was not sent", async () => {
    const row = await openCase(world)
    await world.tell()
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
    await world.tell()
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

  it("rings for an account that the options no longer have, also while all its payments are recorded", async () => {
    const { checkout } = await world.paidOrder()
    await world.reconcile(checkout)
    await world.sql("UPDATE webcheckout_checkout SET account = 'gone', watch_at = now() WHERE checkout_id = $1", [
      checkout.id,
    ])
    await world.runJob()
    expect(await world.bell("gone")).toMatchObject([
      {
        data: {
          title: "No usable answer about an account's payments",
          description: expect.stringMatching(/missing from/),
        },
      },
    ])
    expect(await world.ledger({ checkout_id: checkout.id })).toMatchObject([{ attention: null }])
  })

  it("does not ring for one refusal of credentials that were accepted lately, if no payment is open", async () => {
    const { checkout } = await world.paidOrder()
    await world.reconcile(checkout)
    world.emulator.fault({ operation: "getCheckout", kind: "status-before", status: 401, checkoutId: checkout.id })
    await world.sql("UPDATE webcheckout_checkout SET watch_at = now() WHERE checkout_id = $1", [checkout.id])
    const asked = world.emulator.calls.length
    await world.runJob()
    expect(world.emulator.calls.slice(asked)).toMatchObject([{ operation: "getCheckout" }])
    expect(world.emulator.faults.pending()).toEqual([])
    const told = (await world.bell("default")).filter(({ data }) =>
      /rejects the credentials/.test(data.description ?? "")
    )
    expect(told).toEqual([])
  })

  it("sends no pay link by mail, and has no link for Medusa's admin to copy", async () => {
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
