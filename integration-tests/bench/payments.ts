import type { Client } from "pg"
import type { World } from "../harness/world"
import { DIFFERS } from "../../src/modules/web-checkout/services/statement-sql"
import { explain } from "./explain"
import { printBeside } from "./timed"

const PAGE = 20
const LIST = `/admin/webcheckout/checkouts?limit=${PAGE}`
const STATEMENT = "/admin/webcheckout/statement"
/** What the others are compared with, in turns: Medusa's own list over a few rows. */
export const YARDSTICK = "/admin/customers?limit=20"
const DAY_MS = 86_400_000
const CHANGE_EVERY_MS = 6000

const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

const MONTH = `from=${dayBefore(60)}&to=${dayBefore(31)}`

/** The Payments page and the statement over the full ledger: each filter, each sorting, each kind of search. */
export async function benchPayments(world: World, client: Client, only = ""): Promise<void> {
  const calls = callsOf(await newestOrder(world)).filter(([name]) => name.includes(only))
  const started = performance.now()
  await world.statement()
  console.log(
    `All sums of the statement, made for the first time: ${((performance.now() - started) / 1000).toFixed(1)} s\n`
  )
  await client.query("UPDATE webcheckout_total SET made_at = now()")
  // A store's own autovacuum has been there.
  await client.query("VACUUM ANALYZE webcheckout_total")
  const fetched = (address: string) => () => world.admin.client.fetch(address)
  await printBeside("with 1,000,000 checkouts, over HTTP", fetched(YARDSTICK), [
    ...calls.map(([name, address]): [string, () => Promise<unknown>] => [name, fetched(address)]),
    // The hours in which something has changed within a minute are summed up anew.
    ["statement of a month, ten payments of it changing a minute", fetched(`${STATEMENT}?${MONTH}`), changing(client)],
  ])
  await explain(client, PLANS)
}

/** Another payment of the month now and then, as a busy store's are asked about. */
function changing(client: Client): () => Promise<void> {
  let changedAt = 0
  return async () => {
    if (performance.now() - changedAt > CHANGE_EVERY_MS) {
      changedAt = performance.now()
      await change(client)
    }
  }
}

async function change(client: Client): Promise<void> {
  await client.query(
    "UPDATE webcheckout_checkout SET updated_at = now() WHERE id = (SELECT id FROM webcheckout_checkout WHERE created_at >= now() - $1 * interval '1 day' ORDER BY created_at LIMIT 1)",
    [31 + Math.random() * 29]
  )
}

/** The newest page has orders and customers, as a store's has; those of the written rows are looked for and not found. */
async function newestOrder(world: World): Promise<{ number: number; cartId: string }> {
  let newest = await world.paidOrder()
  for (let paid = 1; paid < PAGE; paid += 1) {
    newest = await world.paidOrder()
  }
  return { number: newest.order.display_id ?? 0, cartId: newest.cart.id }
}

function callsOf({ number, cartId }: { number: number; cartId: string }): [string, string][] {
  return [
    ["first page, newest first", `${LIST}&order=-created_at`],
    ["Needs you", `${LIST}&needs_person=true&environment=test&order=attention_at`],
    ["filter by status", `${LIST}&gateway_status=FAILED&order=-created_at`],
    ["filter by case", `${LIST}&attention=paid_twice&order=-created_at`],
    ["filter by account", `${LIST}&account=second&order=-created_at`],
    ["filter by environment", `${LIST}&environment=live&order=-created_at`],
    ["filter by currency", `${LIST}&currency_code=USD&order=-created_at`],
    ["filter by date", `${LIST}&created_at[$gte]=${dayBefore(30)}&order=-created_at`],
    ["status and currency", `${LIST}&gateway_status=FAILED&currency_code=USD&order=-created_at`],
    ["sorted by amount", `${LIST}&order=-amount`],
    ["sorted by reference", `${LIST}&order=order_reference`],
    ["sorted by last contact", `${LIST}&order=-last_checked_at`],
    ["page 200", `${LIST}&order=-created_at&offset=3980`],
    ["search for a reference", `${LIST}&q=BENCH-4711&order=-created_at`],
    ["search for the beginning of references", `${LIST}&q=BENCH-&order=-created_at`],
    ["search for a checkout id", `${LIST}&q=471147&order=-created_at`],
    ["search for a request id", `${LIST}&q=payses_bench4711&order=-created_at`],
    ["search for an order's number", `${LIST}&q=${number}&order=-created_at`],
    ["search for a cart", `${LIST}&q=${cartId}&order=-created_at`],
    ["search for an e-mail", `${LIST}&q=aisha@shop.example&order=-created_at`],
    ["search that finds nothing", `${LIST}&q=nobody-at-all&order=-created_at`],
    ["one payment", "/admin/webcheckout/checkouts/wchk_bench4711"],
    ["status (the page's head)", "/admin/webcheckout/status"],
    ["statement of a month", `${STATEMENT}?${MONTH}`],
    ["statement of a day", `${STATEMENT}?from=${dayBefore(40)}&to=${dayBefore(40)}`],
    ["statement of a month, one currency", `${STATEMENT}?${MONTH}&currency_code=USD`],
    ["statement of a year", `${STATEMENT}?from=${dayBefore(364)}&to=${dayBefore(0)}`],
  ]
}

/** The statements behind the lists and the statement, without their long lists of columns. */
const of = (condition: string, rest: string) =>
  `SELECT id FROM webcheckout_checkout WHERE deleted_at IS NULL${condition && ` AND ${condition}`} ${rest}`
const NEWEST = "ORDER BY created_at DESC, id DESC LIMIT 20"
const PLANS = {
  "first page": of("", NEWEST),
  "whether there are more than 5,000": of("gateway_status = 'FAILED'", "ORDER BY created_at DESC OFFSET 5000 LIMIT 1"),
  "filter by status": of("gateway_status = 'FAILED'", NEWEST),
  "filter by account": of("account = 'second'", NEWEST),
  "filter by currency": of("currency_code = 'USD'", NEWEST),
  "sorted by amount": of("", "ORDER BY amount DESC, id DESC LIMIT 20"),
  "search by reference": of("order_reference LIKE 'BENCH-4711%'", NEWEST),
  "the statement's sums of a month":
    "SELECT account, currency_code, sum(gateway_paid) FROM webcheckout_total WHERE environment = 'test' AND started_at >= now() - interval '60 days' AND started_at < now() - interval '30 days' GROUP BY 1, 2",
  "whether anything has changed since its sums were made":
    "SELECT max(updated_at) FROM webcheckout_checkout WHERE environment = 'test' AND deleted_at IS NULL",
  "which of a month's books differ": `SELECT id FROM webcheckout_checkout WHERE deleted_at IS NULL AND environment = 'test' AND created_at >= now() - interval '60 days' AND created_at < now() - interval '30 days' AND ${DIFFERS} ORDER BY created_at, id LIMIT 101`,
  "which of its sums are to be made anew":
    "SELECT created_at FROM webcheckout_checkout WHERE environment = 'test' AND deleted_at IS NULL AND updated_at >= now() - interval '1 minute'",
}
