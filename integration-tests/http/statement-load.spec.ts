import { once } from "node:events"
import { readdir } from "node:fs/promises"
import { request, type IncomingMessage } from "node:http"
import { tmpdir } from "node:os"
import { Client } from "pg"
import { fillCheckouts } from "../harness/fill-checkouts"
import { until } from "../harness/shop"
import { World } from "../harness/world"

describe("a statement of many payments", () => {
  let world: World
  let client: Client

  beforeAll(async () => {
    world = await World.shared()
    client = new Client({ connectionString: world.settings.databaseUrl })
    await client.connect()
    await fillCheckouts(client, { count: 20_000, secondsApart: 60 })
  })

  afterAll(async () => {
    await client.end()
    await world.stop()
  })

  /** How many of the store's connections are in this state. */
  const connections = async (condition: string) =>
    (
      await client.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND (${condition})`
      )
    ).rowCount

  it("holds no connection while another process computes the totals", async () => {
    await world.statement()
    const { rows } = await client.query<{ key: string }>(
      "SELECT DISTINCT 'webcheckout_total:test:' || made_by AS key FROM webcheckout_total WHERE environment = 'test'"
    )
    await client.query("UPDATE webcheckout_checkout SET updated_at = now()")
    await client.query("SELECT pg_advisory_lock(hashtextextended($1, 0))", [rows[0].key])
    let answered = 0
    const answers = Promise.all(
      Array.from({ length: 5 }, async () => {
        const statement = await world.statement()
        answered += 1
        return statement
      })
    )
    const tried = "query LIKE '%pg_try_advisory_xact_lock%'"
    await until("a statement to try", async () => ((await connections(tried)) ?? 0) > 0)
    expect(await connections("wait_event = 'advisory'")).toBe(0)
    expect(answered).toBe(0)
    await client.query("SELECT pg_advisory_unlock_all()")
    expect(await answers).toHaveLength(5)
  })

  it("holds neither a connection nor a snapshot while its file is read slowly, and leaves no temporary file", async () => {
    const [from, to] = [20, 0].map((days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10))
    const url = `${world.store.url}/admin/webcheckout/statement?format=csv&from=${from}&to=${to}`
    const token = (await world.admin.client.getToken()) ?? ""
    // A process that was killed leaves its file.
    const files = async () => (await readdir(tmpdir())).filter((name) => name.startsWith("webcheckout-statement-"))
    const before = await files()
    const slow = request(url, { headers: { authorization: `Bearer ${token}` } }).end()
    const [response] = (await once(slow, "response")) as [IncomingMessage]
    expect(response.statusCode).toBe(200)
    expect(await connections("state LIKE 'idle in transaction%'")).toBe(0)
    let bytes = 0
    for await (const chunk of response) {
      bytes += (chunk as Buffer).length
    }
    expect(bytes).toBeGreaterThan(1_000_000)
    await until("the file to go", async () => (await files()).every((name) => before.includes(name)))
  })

  it("writes one file at a time", async () => {
    const token = (await world.admin.client.getToken()) ?? ""
    const [from, to] = [20, 0].map((days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10))
    const exported = Promise.all(
      Array.from({ length: 3 }, async () => {
        const url = `${world.store.url}/admin/webcheckout/statement?format=csv&from=${from}&to=${to}`
        return (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).text()
      })
    )
    let most = 0
    let isDone = false
    void exported.finally(() => (isDone = true))
    while (!isDone) {
      most = Math.max(most, (await connections("state LIKE 'idle in transaction%'")) ?? 0)
    }
    const texts = await exported
    expect(new Set(texts.map((text) => text.length)).size).toBe(1)
    expect(most).toBe(1)
  })
})
