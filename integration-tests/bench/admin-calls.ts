import { DIFFERS } from "../../src/modules/web-checkout/services/statement-amounts"

const PAGE = 20
const LIST = `/admin/webcheckout/checkouts?limit=${PAGE}`
const STATEMENT = "/admin/webcheckout/statement"
/** Medusa's own list over a few rows: what a call costs whatever is in the ledger. */
export const YARDSTICK = "/admin/customers?limit=20"
const DAY_MS = 86_400_000

const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

export const MONTH = `${STATEMENT}?from=${dayBefore(60)}&to=${dayBefore(31)}`

/** An order that a search finds. */
export interface SoughtOrder {
  number: number
  cartId: string
  reference: string
}

/** The Payments page and the statement over HTTP: each filter, each sorting, each kind of search. */
export const ADMIN_CALLS: [name: string, address: string | ((order: SoughtOrder) => string)][] = [
  ["Medusa's customers (the yardstick)", YARDSTICK],
  ["first page, newest first", `${LIST}&order=-created_at`],
  ["Needs attention", `${LIST}&needs_person=true&environment=test&order=attention_at`],
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
  ["search for a reference", ({ reference }) => `${LIST}&q=${reference}&order=-created_at`],
  ["search for the beginning of references", `${LIST}&q=BENCH-&order=-created_at`],
  ["search for a checkout id", `${LIST}&q=4711&order=-created_at`],
  ["search for a request id", `${LIST}&q=payses_bench4711&order=-created_at`],
  ["search for an order's number", ({ number }) => `${LIST}&q=${number}&order=-created_at`],
  ["search for a cart", ({ cartId }) => `${LIST}&q=${cartId}&order=-created_at`],
  ["search for an e-mail", `${LIST}&q=aisha@shop.example&order=-created_at`],
  ["search that finds nothing", `${LIST}&q=nobody-at-all&order=-created_at`],
  ["one payment", "/admin/webcheckout/checkouts/wchk_bench4711"],
  ["status (the page's head)", "/admin/webcheckout/status"],
  ["statement of a month", MONTH],
  ["statement of a day", `${STATEMENT}?from=${dayBefore(40)}&to=${dayBefore(40)}`],
  ["statement of a month, one currency", `${MONTH}&currency_code=USD`],
  ["statement of a year", `${STATEMENT}?from=${dayBefore(364)}&to=${dayBefore(0)}`],
]

/** The statements behind the lists and the statement, without their long lists of columns. */
const of = (condition: string, rest: string) =>
  `SELECT id FROM webcheckout_checkout WHERE deleted_at IS NULL${condition && ` AND ${condition}`} ${rest}`
const NEWEST = "ORDER BY created_at DESC, id DESC LIMIT 20"
export const ADMIN_PLANS = {
  "first page": of("", NEWEST),
  "whether there are more than 5,000": of("gateway_status = 'FAILED'", "ORDER BY created_at DESC OFFSET 5000 LIMIT 1"),
  "filter by status": of("gateway_status = 'FAILED'", NEWEST),
  "status and currency": of("gateway_status = 'FAILED' AND currency_code = 'USD'", NEWEST),
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
