import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { MedusaContainer } from "@medusajs/framework/types"
import { bulkhead, BulkheadRejectedError } from "cockatiel"
import Papa from "papaparse"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { notAllowed } from "../../modules/web-checkout/errors"
import { differenceOf, inCurrency, statementFileName } from "../../modules/web-checkout/rules/statement-answer"
import { localMoment } from "../../modules/web-checkout/statement-period"
import type { BookAmount } from "../../modules/web-checkout/services/statement-amounts"
import type { StatementLine } from "../../modules/web-checkout/services/statements"
import { readPurchasesOf } from "../medusa/read-purchases"
import { statementScope, type StatementQuery } from "./read-statement"

const AMOUNTS: readonly (BookAmount | "passed_through" | "reserved")[] = [
  "gateway_paid",
  "ledger_paid",
  "medusa_captured",
  "gateway_refunded",
  "medusa_refunded",
  "passed_through",
  "reserved",
]

/** The first characters by which a spreadsheet recognizes a formula. */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/

/** Spreadsheets take a file for UTF-8 by this. */
const BYTE_ORDER_MARK = "\uFEFF"

/** One export at a time in each process, and few that wait: each holds a connection and a snapshot until its file is written. */
const oneAtATime = bulkhead(1, 5)

/**
 * The statement for an accountant: one line for every checkout with money on it, as CSV (RFC 4180), all of them as they stood at one
 * moment. It is written to a file first: a reader that is slow, or goes away, holds no snapshot and no connection. Text that a
 * spreadsheet would take for a formula is quoted; amounts are exact decimals in major units. No name, no email address.
 *
 * @returns the temporary file's path, the name for the download, and `forget`, which deletes the file
 * @param gone aborted when the reader disconnects: the file is then not written
 * @throws MedusaError INVALID_DATA with the field and the rule; NOT_ALLOWED while several others are written
 */
export async function writeStatement(container: MedusaContainer, query: StatementQuery, gone: AbortSignal) {
  const { statements } = container.resolve(WEB_CHECKOUT)
  const scope = statementScope(container, query)
  const { from, to, time_zone } = scope.period
  const write = async () => {
    // Not passed to the bulkhead: the signal of a waiting request would stop the whole queue.
    gone.throwIfAborted()
    const folder = await mkdtemp(join(tmpdir(), "webcheckout-statement-"))
    const path = join(folder, "statement.csv")
    const forget = () => rm(folder, { recursive: true, force: true })
    try {
      await writeFile(path, pieces(container, statements.everyLine(scope), time_zone), { signal: gone })
    } catch (error) {
      await forget()
      throw error
    }
    return { name: statementFileName({ environment: scope.environment, from, to }), path, forget }
  }
  try {
    return await oneAtATime.execute(write)
  } catch (error) {
    throw error instanceof BulkheadRejectedError
      ? notAllowed("Several statements are being written already. Try again in a minute.")
      : error
  }
}

async function* pieces(container: MedusaContainer, batches: AsyncIterable<StatementLine[]>, time_zone: string) {
  const columns = columnsIn(time_zone)
  yield BYTE_ORDER_MARK + csv([Object.keys(columns)])
  for await (const lines of batches) {
    const purchases = await readPurchasesOf(container, lines)
    const numberOf = ({ id }: StatementLine) => purchases.get(id)?.order?.display_id
    yield csv(lines.map((line) => Object.values(columns).map((cellOf) => cellOf(line, numberOf(line)))))
  }
}

function csv(rows: unknown[][]): string {
  return `${Papa.unparse(rows, { escapeFormulae: FORMULA, newline: "\r\n" })}\r\n`
}

/** The columns of the file by their headings, in order. What is null or undefined stays empty. */
function columnsIn(time_zone: string): Record<string, Cell> {
  const moment = (at: Date | null) => at && localMoment(at, time_zone)
  return {
    [`created_at (${time_zone})`]: ({ created_at }) => moment(created_at),
    [`paid_at (${time_zone})`]: ({ paid_at }) => moment(paid_at),
    reference: ({ order_reference }) => order_reference,
    order: (_line, orderNumber) => orderNumber,
    checkout_id: ({ checkout_id }) => checkout_id,
    display_id: ({ display_id }) => display_id,
    request_id: ({ request_id }) => request_id,
    environment: ({ environment }) => environment,
    account: ({ account }) => account,
    status: ({ gateway_status }) => gateway_status,
    payment_method: ({ payment_method }) => payment_method,
    currency: ({ currency_code }) => currency_code,
    ...Object.fromEntries(AMOUNTS.map((name) => [name, (line: StatementLine) => amountOf(line, name)])),
    difference: (line) => (line.differs ? differenceOf(line) : null),
    case: ({ attention }) => attention,
  }
}

type Cell = (line: StatementLine, orderNumber: number | undefined) => string | number | null | undefined

/** An amount that the gateway does not report is left empty, not taken from Medusa's books: an accountant must see the gap. */
function amountOf(line: StatementLine, name: (typeof AMOUNTS)[number]): string | null {
  return name === "gateway_refunded" && line.untold ? null : inCurrency(line[name], line.currency_code)
}
