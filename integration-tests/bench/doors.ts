import { setTimeout as wait } from "node:timers/promises"
import { Payer } from "../harness/payer"
import { visit } from "../harness/shop"
import { World } from "../harness/world"
import { percentile } from "./rounds"

const A_SECOND = 200
const SECONDS = 60
const TABLES = ["checkout", "token", "pay_link", "mail", "task", "lease", "history"]

/** A door, and how somebody knocks. */
interface Door {
  name: string
  url: string
  method?: "GET" | "POST"
}

interface Load {
  /** Of the answers that were not 429, in ms. */
  p50: number
  p99: number
  statuses: Record<string, number>
}

/**
 * 200 requests a second on each public door, one door after the other, beside Medusa's own route of an order at the same rate: with
 * addresses that nobody knows, that are in use, and that have ended. Meanwhile somebody buys something.
 *
 * @param seconds for each door
 * @param word only those whose name has it
 */
export async function benchDoors(seconds = SECONDS, word = ""): Promise<void> {
  const world = await World.start({ options: { payLinks: { copiedFromMedusa: true } } })
  try {
    const { doors, yardstick } = await openDoors(world)
    await load(world, yardstick, 5)
    const beside = await load(world, yardstick, seconds)
    console.log(
      `| door, ${A_SECOND} a second for ${seconds} s | p50 ms | p99 ms | p99, Medusa's order = 1 | answers | rows written | purchase |\n|---|---|---|---|---|---|---|`
    )
    print(yardstick.name, beside, beside, 0, true)
    for (const door of doors.filter(({ name }) => name.includes(word))) {
      const before = await rowsOf(world)
      const [answers, isBought] = await Promise.all([load(world, door, seconds), buys(world)])
      // The purchase's own rows: its checkout, and the token of its return address; its lease is given back a moment later.
      await wait(1000)
      const written = (await rowsOf(world)) - before - 2
      print(door.name, answers, beside, written, isBought)
    }
  } finally {
    await world.stop()
  }
}

async function openDoors(world: World): Promise<{ doors: Door[]; yardstick: Door }> {
  const link = async () => {
    const { order } = await world.paidOrder()
    const collection = await world.addToOrder(order.id)
    const { pay_link } = await world.admin.client.fetch<{ pay_link: { id: string; url: string } }>(
      "/admin/webcheckout/pay-links",
      { method: "POST", body: { order_id: order.id } }
    )
    return { order, collection, ...pay_link }
  }
  const store = world.store.url
  const unknown = "0".repeat(32)
  const open = await link()
  const ended = await link()
  await world.admin.client.fetch(`/admin/webcheckout/pay-links/${ended.id}/end`, { method: "POST", body: {} })
  await new Payer(open.url).press()
  const pending = await world.startedPayment()
  const over = await world.startedPayment()
  world.emulator.act(over.checkout.id, "cancel")
  await visit(over.checkout.returnUrl)
  const ofOrder = `${store}/store/webcheckout/orders/${open.order.id}`
  return {
    yardstick: { name: "GET /store/orders/:id", url: `${store}/store/orders/${open.order.id}` },
    doors: [
      { name: "return, unknown", url: `${store}/webcheckout/return/${unknown}` },
      { name: "return, open page", url: pending.checkout.returnUrl },
      { name: "return, ended", url: over.checkout.returnUrl },
      { name: "pay page, unknown", url: `${store}/webcheckout/pay/${unknown}` },
      { name: "pay page, open", url: open.url },
      { name: "pay page, ended", url: ended.url },
      { name: "pay button, unknown", url: `${store}/webcheckout/pay/${unknown}`, method: "POST" },
      { name: "pay button, open", url: open.url, method: "POST" },
      { name: "pay button, ended", url: ended.url, method: "POST" },
      {
        name: "copied link",
        url: `${store}/webcheckout/payment-collection/${open.collection}?order_id=${open.order.id}`,
      },
      { name: "outcome of a cart", url: `${store}/store/webcheckout/checkouts/${pending.cart.id}` },
      { name: "what an order owes", url: ofOrder },
      { name: "what an order owes, unknown", url: `${store}/store/webcheckout/orders/order_unknown` },
      { name: "pay an order", url: `${ofOrder}/pay`, method: "POST" },
    ],
  }
}

/** Requests at a steady rate, whether or not those before are answered. */
async function load(world: World, { url, method = "GET" }: Door, seconds: number): Promise<Load> {
  const taken: number[] = []
  const statuses: Record<string, number> = {}
  const headers = { "x-publishable-api-key": world.key }
  const knock = async () => {
    const started = performance.now()
    const status = await fetch(url, { method, headers, redirect: "manual" }).then(
      async (response) => {
        await response.arrayBuffer()
        return response.status
      },
      () => "no answer"
    )
    statuses[status] = (statuses[status] ?? 0) + 1
    if (status !== 429) {
      taken.push(performance.now() - started)
    }
  }
  const knocks: Promise<void>[] = []
  const begun = performance.now()
  for (let count = 0; count < seconds * A_SECOND; count += 1) {
    const at = begun + (count * 1000) / A_SECOND
    if (at > performance.now()) {
      await wait(at - performance.now())
    }
    knocks.push(knock())
  }
  await Promise.all(knocks)
  return { p50: percentile(taken, 0.5), p99: percentile(taken, 0.99), statuses }
}

async function buys(world: World): Promise<boolean> {
  const shopper = world.shopper()
  const cart = await shopper.fillCart()
  const session = await shopper.startPayment(cart)
  world.emulator.act(world.checkoutOf(session.id).id, "pay")
  return (await shopper.complete(cart.id)).type === "order"
}

async function rowsOf(world: World): Promise<number> {
  const counts = TABLES.map((table) => `(SELECT count(*) FROM webcheckout_${table})`).join(" + ")
  const [{ rows }] = await world.sql<{ rows: string }>(`SELECT ${counts} AS rows`)
  return Number(rows)
}

function print(name: string, { p50, p99, statuses }: Load, beside: Load, written: number, isBought: boolean): void {
  const answers = Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status}`)
    .join(", ")
  const cells = [name, p50.toFixed(0), p99.toFixed(0), (p99 / beside.p99).toFixed(2), answers, written, isBought]
  console.log(`| ${cells.join(" | ")} |`)
}
