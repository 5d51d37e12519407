import { Client } from "pg"
import { setUpShop } from "../harness/global-setup"
import globalTeardown from "../harness/global-teardown"
import { costsOfFlows } from "../harness/flows"
import { offerProviders, SYSTEM } from "../harness/payment-providers"
import { PROVIDER } from "../harness/shop"
import { Statements } from "../harness/statements"
import { World } from "../harness/world"
import { benchBusy } from "./busy"
import { benchClient } from "./client"
import { benchContention } from "./contention"
import { benchDoors } from "./doors"
import { benchProviders } from "./providers"
import { benchSettling } from "./settling"
import { benchStart } from "./start"
import { YARDSTICK } from "./admin-calls"
import { benchScale } from "./scale"
import { fillSubscriptions, SUBSCRIPTIONS } from "./fill-subscriptions"
import { explain } from "./explain"
import { printBeside } from "./timed"

const PLAN_PATH = "/admin/webcheckout/subscriptions"

/** What `npm run bench -- <part>` measures; without a part all of them, one after the other. */
const PARTS: Record<string, (...args: string[]) => Promise<void>> = {
  /** our client of the gateway beside bare undici, fetch, axios and the stripe package */
  client: () => benchClient(),
  /** a purchase with our provider beside Medusa's own and Stripe's; the argument is the gateway's latency in ms */
  providers: (latencyMs?: string) => benchProviders(numberOf(latencyMs)),
  /** what each flow costs in statements and gateway calls, beside Medusa's own provider */
  flows: benchFlows,
  /** the job over rows that nothing happened to, and over those that are paid; the argument is how many are due at most */
  settling: (most?: string) => benchSettling(numberOf(most)),
  /** 50 returns, completions and rounds of the job at once, on one purchase and on fifty, beside 50 plain completions */
  contention: benchContention,
  /** 200 shoppers at once; the arguments are how many minutes, and how many ms a shopper looks at a page */
  busy: (minutes?: string, thinkMs?: string) => benchBusy(numberOf(minutes), numberOf(thinkMs)),
  /** 200 requests a second on each public door, beside Medusa's route of an order; the arguments are how many seconds each, and a word in a door's name */
  doors: (seconds?: string, word?: string) => benchDoors(numberOf(seconds), word),
  /** what the plugin adds to a store's start, and what is installed */
  start: benchStart,
  /** every call that reads the ledger, at 10,000, 100,000 and 1,000,000 rows; with an argument, only those whose name has it */
  scale: (word?: string) => benchScale(word),
  /** the list of 100,000 subscriptions */
  subscriptions: () => inWorld(benchSubscriptions),
}

/** @throws Error for what is no number */
function numberOf(text?: string): number | undefined {
  if (text !== undefined && !Number.isFinite(Number(text))) {
    throw new Error(`"${text}" is no number.`)
  }
  return text === undefined ? undefined : Number(text)
}

async function main(): Promise<void> {
  const [part, ...args] = process.argv.slice(2)
  const chosen = part === undefined ? Object.keys(PARTS) : [part]
  if (!chosen.every((name) => name in PARTS)) {
    throw new Error(`There is no part "${part}": ${Object.keys(PARTS).join(", ")}.`)
  }
  await setUpShop()
  try {
    for (const name of chosen) {
      console.log(`\n## ${name}\n`)
      await PARTS[name](...args)
    }
  } finally {
    await globalTeardown()
  }
}

async function benchFlows(): Promise<void> {
  const statements = new Statements()
  const world = await World.start(statements.settings)
  try {
    await offerProviders(world, [PROVIDER, SYSTEM])
    const costs = await costsOfFlows(world, statements)
    console.log(
      "| flow | statements | on the plugin's tables | reads of ledger rows | gateway calls |\n|---|---|---|---|---|"
    )
    for (const { flow, statements: sent, own, ledger_reads, gateway_calls } of costs) {
      console.log(`| ${[flow, sent, own, ledger_reads, gateway_calls.join(", ")].join(" | ")} |`)
    }
    console.log(`\n${JSON.stringify({ flows: costs })}`)
  } finally {
    await world.stop()
    statements.forget()
  }
}

async function inWorld(measure: (world: World, client: Client) => Promise<void>): Promise<void> {
  const world = await World.start()
  const client = new Client({ connectionString: world.settings.databaseUrl })
  try {
    await client.connect()
    await measure(world, client)
  } finally {
    await client.end()
    await world.stop()
  }
}

async function benchSubscriptions(world: World, client: Client): Promise<void> {
  process.stdout.write(`Writing ${SUBSCRIPTIONS} subscriptions … `)
  const { customerId } = await fillSubscriptions(client)
  console.log("done\n")
  const path = (query: string) => `${PLAN_PATH}?${query}`
  const calls: [string, string][] = [
    ["newest first", path("order=-created_at")],
    ["search for a name", path("q=person4711")],
    ["search for an e-mail", path("q=person31337@shop.example")],
    ["search that finds nothing", path("q=nobody-at-all")],
    ["filter by status", path("status=unconfirmed&order=-created_at")],
    ["filter by frequency", path("send_every=YEAR&order=-created_at")],
    ["filter by customer", path(`customer_id=${customerId}`)],
    ["search within a status", path("q=person4711&status=active")],
    ["sorted by amount", path("order=amount")],
    ["sorted by description", path("order=description")],
    ["page 100", path("order=-created_at&offset=2000")],
    ["last page", path(`order=-created_at&offset=${SUBSCRIPTIONS - 20}`)],
  ]
  await requireSameRows(world, path("order=created_at"), path(`order=-created_at&offset=${SUBSCRIPTIONS - 20}`))
  const fetched = (address: string) => () => world.admin.client.fetch(address)
  await printBeside(
    "list of 100,000",
    fetched(YARDSTICK),
    calls.map(([name, address]) => [name, fetched(address)])
  )
  await explain(client, Object.fromEntries(PLANS(customerId)))
}

/** The statements behind the lists, without their long lists of columns. */
function PLANS(customerId: string): [string, string][] {
  const from = (condition: string) =>
    `SELECT id FROM webcheckout_subscription WHERE deleted_at IS NULL${condition && ` AND ${condition}`}`
  const page = "LIMIT 20"
  return [
    ["newest first", `${from("")} ORDER BY created_at DESC, id DESC ${page}`],
    ["how many there are", `SELECT count(*) FROM webcheckout_subscription WHERE deleted_at IS NULL`],
    ["search", `${from("search_text ILIKE '%person4711%'")} ${page}`],
    ["filter by status", `${from("status = 'unconfirmed'")} ORDER BY created_at DESC, id DESC ${page}`],
    ["filter by customer", `${from(`customer_id = '${customerId}'`)} ${page}`],
  ]
}

/** The last page of one order is the first page of the other, the other way round. */
async function requireSameRows(world: World, first: string, last: string): Promise<void> {
  const idsOf = async (address: string) =>
    (await world.admin.client.fetch<{ subscriptions: { id: string }[] }>(address)).subscriptions.map(({ id }) => id)
  const [ids, reversed] = [await idsOf(first), (await idsOf(last)).reverse()]
  if (ids.length !== 20 || ids.join() !== reversed.join()) {
    throw new Error("The last page does not hold the oldest rows.")
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error)
    process.exit(1)
  }
)
