import { fork } from "node:child_process"
import { once } from "node:events"
import { createRequire } from "node:module"
import { join } from "node:path"
import axios from "axios"
import Stripe from "stripe"
import { Pool } from "undici"
import { median, spread } from "./rounds"
import type * as Client from "../../src/gateway/client"
import type { CheckoutRequest } from "../../src/gateway/schemas"

/** As it is published: what runs the bench compiles in its own way. */
const { GatewayClient } = createRequire(__filename)("../../.medusa/server/src/gateway/client") as typeof Client

/** Calls at once. */
const LEVELS = [1, 16, 64]
const ROUNDS = 9
const WARM_UP_CALLS = 3000
const CALLS_OF_ROUND = 1500
const MOST_CONNECTIONS = 64

const ID = "910000000000000001"
const REQUEST: CheckoutRequest = {
  requestId: "payses_01KBENCH00000000000000000",
  orderId: "BENC-HMAR-K123",
  currency: "AED",
  amount: 110.2,
  returnUrl: "https://api.shop.example/webcheckout/return/0123456789abcdef0123456789abcdef",
  customer: { id: "cus_1", firstName: "Aisha", lastName: "Khan", email: "aisha@shop.example" },
  items: [{ name: "Brass coffee pot", sku: "POT-1", unitprice: 89.95, quantity: 1, linetotal: 89.95 }],
}

/** Who makes the call: ours, the limit (bare undici), and what others build upon. */
interface Side {
  name: string
  create: () => Promise<unknown>
  look: () => Promise<unknown>
}

interface Taken {
  side: string
  call: "create" | "look"
  at_once: number
  /** Median, and the smallest and largest of the rounds. */
  calls_per_second: number
  /** Of each round, its calls beside bare undici's. */
  of_undici: number
  spread: [number, number]
  cpu_us_per_call: number
}

/** Our client beside bare undici, fetch, axios and the stripe package, against one server in another process: interleaved rounds. */
export async function benchClient(): Promise<void> {
  const server = fork(join(__dirname, "answering-server.cjs"))
  const [port] = (await once(server, "message")) as [number]
  const { sides, close } = sidesOf(`http://127.0.0.1:${port}`)
  try {
    const taken: Taken[] = []
    for (const call of ["create", "look"] as const) {
      for (const at_once of LEVELS) {
        taken.push(...(await measure(sides, call, at_once)))
      }
    }
    print(taken)
  } finally {
    await close()
    server.kill()
  }
}

function sidesOf(origin: string): { sides: Side[]; close: () => Promise<void> } {
  const headers = { "content-type": "application/json", "x-service-key": "key", "x-service-secret": "secret" }
  const client = new GatewayClient({
    baseUrl: `${origin}/api/v1`,
    apiKey: "key",
    apiSecret: "secret",
    headers: { key: "X-SERVICE-KEY", secret: "X-SERVICE-SECRET" },
    identifierSpelling: "Id",
    timeoutMs: 10_000,
    maxConnections: MOST_CONNECTIONS,
  })
  const pool = new Pool(origin, { connections: MOST_CONNECTIONS })
  const bare = async (method: "GET" | "POST", path: string, body?: unknown): Promise<unknown> => {
    const answer = await pool.request({ method, path, headers, body: body ? JSON.stringify(body) : null })
    return JSON.parse(await answer.body.text())
  }
  const fetched = async (method: string, path: string, body?: unknown): Promise<unknown> =>
    (await fetch(`${origin}${path}`, { method, headers, body: body ? JSON.stringify(body) : undefined })).json()
  const { port } = new URL(origin)
  const stripe = new Stripe("sk_test_bench", { host: "127.0.0.1", port, protocol: "http", telemetry: false })
  const create = "/api/v1/checkout/web"
  const look = `/api/v1/checkout/${ID}`
  return {
    sides: [
      { name: "ours", create: () => client.createCheckout(REQUEST), look: () => client.getCheckout(ID) },
      { name: "undici", create: () => bare("POST", create, REQUEST), look: () => bare("GET", look) },
      { name: "fetch", create: () => fetched("POST", create, REQUEST), look: () => fetched("GET", look) },
      {
        name: "axios",
        create: async () => (await axios.post<unknown>(`${origin}${create}`, REQUEST, { headers })).data,
        look: async () => (await axios.get<unknown>(`${origin}${look}`, { headers })).data,
      },
      {
        name: "stripe",
        create: () => stripe.paymentIntents.create({ amount: 11020, currency: "aed" }),
        look: () => stripe.paymentIntents.retrieve("pi_bench"),
      },
    ],
    close: async () => {
      await client.close()
      await pool.close()
    },
  }
}

async function measure(sides: Side[], call: "create" | "look", atOnce: number): Promise<Taken[]> {
  const rounds = new Map(sides.map(({ name }) => [name, [] as { perSecond: number; cpuUs: number }[]]))
  for (const side of sides) {
    await run(side[call], atOnce, WARM_UP_CALLS)
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const side of sides.map((_, turn) => sides[(turn + round) % sides.length])) {
      rounds.get(side.name)?.push(await run(side[call], atOnce, CALLS_OF_ROUND))
    }
  }
  const limit = rounds.get("undici") ?? []
  return sides.map(({ name }) => {
    const done = rounds.get(name) ?? []
    const perSecond = done.map((one) => one.perSecond)
    const [slowest, fastest] = spread(perSecond)
    return {
      side: name,
      call,
      at_once: atOnce,
      calls_per_second: Math.round(median(perSecond)),
      of_undici: Number(median(done.map((one, round) => one.perSecond / (limit[round]?.perSecond ?? 1))).toFixed(2)),
      spread: [Math.round(slowest), Math.round(fastest)],
      cpu_us_per_call: Math.round(median(done.map(({ cpuUs }) => cpuUs))),
    }
  })
}

async function run(call: () => Promise<unknown>, atOnce: number, calls: number) {
  let left = calls
  const worker = async () => {
    while (left > 0) {
      left -= 1
      await call()
    }
  }
  const cpu = process.cpuUsage()
  const started = performance.now()
  await Promise.all(Array.from({ length: atOnce }, worker))
  const { user, system } = process.cpuUsage(cpu)
  return { perSecond: (calls / (performance.now() - started)) * 1000, cpuUs: (user + system) / calls }
}

function print(taken: Taken[]): void {
  console.log("\n| call | at once | side | calls/s (spread) | CPU µs/call | × undici |")
  console.log("|---|---|---|---|---|---|")
  for (const { side, call, at_once, calls_per_second, spread, cpu_us_per_call, of_undici } of taken) {
    console.log(
      `| ${call} | ${at_once} | ${side} | ${calls_per_second} (${spread.join("–")}) | ${cpu_us_per_call} | ${of_undici} |`
    )
  }
  console.log(`\n${JSON.stringify({ client: taken })}`)
}
