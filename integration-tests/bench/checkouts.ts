import type { Client } from "pg"
import { fillCheckouts } from "../harness/fill-checkouts"
import { visit } from "../harness/shop"
import type { World } from "../harness/world"
import { explain } from "./explain"
import { timed } from "./timed"

export const CHECKOUTS = 1_000_000
const UNKNOWN_TOKEN = "0".repeat(32)

/**
 * What the ledger's public calls and the job's claim take with an empty table and with 1,000,000 rows, each beside a cart
 * that Medusa reads: the growth counts.
 */
export async function benchCheckouts(world: World, client: Client): Promise<void> {
  const paid = await world.paidOrder()
  const shopper = world.shopper()
  const cart = await shopper.fillCart()
  const calls: [string, () => Promise<unknown>][] = [
    ["Medusa's cart (the yardstick)", () => shopper.sdk.store.cart.retrieve(cart.id)],
    ["a cart is changed (the guard)", () => shopper.sdk.store.cart.update(cart.id, { metadata: { at: Date.now() } })],
    ["a return of an order", () => visit(paid.checkout.returnUrl)],
    ["a return with an unknown token", () => visit(`${world.store.url}/webcheckout/return/${UNKNOWN_TOKEN}`)],
    ["the job claims 50 due rows", () => rolledBack(client, CLAIM)],
    ["the job claims 50 settled rows", () => rolledBack(client, WATCH)],
  ]
  const before: { p50: number; p95: number }[] = []
  for (const [, call] of calls) {
    before.push(await timed(call))
  }
  await fillLedger(client)
  await fillReturnTokens(client)
  console.log("| with 1,000,000 checkouts | p50 ms | p95 ms | p50, empty table = 1 |\n|---|---|---|---|")
  for (const [index, [name, call]] of calls.entries()) {
    const { p50, p95 } = await timed(call)
    console.log(`| ${name} | ${p50.toFixed(1)} | ${p95.toFixed(1)} | ${(p50 / before[index].p50).toFixed(1)} |`)
  }
  console.log("")
  await explain(client, PLANS)
}

/** A year's checkouts. */
export async function fillLedger(client: Client): Promise<void> {
  process.stdout.write(`Writing ${CHECKOUTS} checkouts … `)
  await fillCheckouts(client, { count: CHECKOUTS, secondsApart: 31 })
  console.log("done\n")
}

/** Of the other environment: the store's own job shall not take them. */
const claim = (column: string) =>
  `UPDATE webcheckout_checkout SET ${column} = now() + interval '2 minutes' WHERE id IN (SELECT id FROM webcheckout_checkout WHERE environment = 'live' AND ${column} <= now() AND deleted_at IS NULL ORDER BY ${column} LIMIT 50 FOR UPDATE SKIP LOCKED) RETURNING id`
const CLAIM = claim("next_check_at")
const WATCH = claim("watch_at")
const live = (condition: string) =>
  `SELECT id FROM webcheckout_checkout WHERE deleted_at IS NULL AND ${condition} AND environment = 'test' AND status IN ('open', 'superseded') AND resolved_at IS NULL ORDER BY created_at DESC, id DESC LIMIT 5`

const PLANS = {
  "the guard, by cart": live("cart_id = 'cart_bench4711'"),
  "the guard, by collection": live("payment_collection_id = 'pay_col_bench4711'"),
  "taking over, by reference": live("order_reference = 'BENCH-4711'"),
  "the return":
    "SELECT ledger_id FROM webcheckout_return_token WHERE deleted_at IS NULL AND token_hash = 'bench4711' LIMIT 1",
  supersede:
    "UPDATE webcheckout_checkout SET status = 'superseded' WHERE deleted_at IS NULL AND payment_session_id = 'payses_bench4711' AND checkout_id = '4711' AND status <> 'settled'",
  "the claim": CLAIM,
  "the watch": WATCH,
}

async function rolledBack(client: Client, statement: string): Promise<void> {
  await client.query("BEGIN")
  await client.query(statement)
  await client.query("ROLLBACK")
}

async function fillReturnTokens(client: Client): Promise<void> {
  await client.query(
    `INSERT INTO webcheckout_return_token (id, token_hash, ledger_id)
     SELECT 'wtok_bench' || n, 'bench' || n, 'wchk_bench' || n FROM generate_series(1, $1::int) AS n`,
    [CHECKOUTS]
  )
  await client.query("VACUUM ANALYZE webcheckout_return_token")
}
