import { Mailbox } from "../harness/mailbox"
import { until } from "../harness/shop"
import { World } from "../harness/world"

/** The jobs run at the start of each minute; a round takes seconds. */
const NEXT_MINUTE_MS = 90_000

describe("a store with running jobs", () => {
  let world: World
  let mailbox: Mailbox

  beforeAll(async () => {
    mailbox = await Mailbox.start()
    world = await World.start({ runsJobs: true, env: { SMTP_URL: mailbox.url } })
  })

  afterAll(async () => {
    await world.stop()
    await mailbox.stop()
  })

  it("runs its jobs within a minute: an order is placed, a bell rings, a mail is sent", async () => {
    const { order } = await world.paidOrder()
    await world.addToOrder(order.id)
    const paid = await world.startedPayment()
    const untold = await world.startedPayment()
    const [{ id: untoldId }] = await world.ledger({ checkout_id: untold.checkout.id })
    mailbox.isFull = true
    const { pay_link } = await world.admin.client.fetch<{ pay_link: { id: string } }>("/admin/webcheckout/pay-links", {
      method: "POST",
      body: { order_id: order.id },
    })
    await world.admin.client.fetch(`/admin/webcheckout/pay-links/${pay_link.id}/send`, { method: "POST", body: {} })
    mailbox.isFull = false
    world.emulator.act(paid.checkout.id, "pay")

    // From here on only the clock does anything.
    await world.sql("UPDATE webcheckout_checkout SET next_check_at = now() WHERE checkout_id = $1", [paid.checkout.id])
    await world.sql(
      "UPDATE webcheckout_task SET due_at = now() WHERE subject_id IN (SELECT id FROM webcheckout_mail WHERE subject_id = $1)",
      [pay_link.id]
    )
    await world.setCase(untold.checkout, "paid_twice")
    expect([await world.orders(paid.cart.id), await world.bell(untoldId), mailbox.mails]).toEqual([[], [], []])
    await until(
      "all three",
      async () =>
        (await world.orders(paid.cart.id)).length === 1 &&
        (await world.bell(untoldId)).length === 1 &&
        mailbox.mails.length === 1,
      NEXT_MINUTE_MS
    )
  })
})
