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

/** A statement in a temporary file. */
export interface StatementFile {
  /** What it is called for whoever downloads it. */
  name: string
  path: string
  /** Deletes it. */
  forget: () => Promise<void>
}

/**
 * The statement for an accountant: one line for every checkout with money on it, as CSV (RFC 4180), all of them as they stood at one
 * moment. It is written to a file first: a reader that is slow, or goes away, holds no snapshot and no connection. Text that a
 * spreadsheet would take for a formula is quoted; amounts are exact decimals in major units. No name, no email address.
 *
 * @param gone aborted when the reader disconnects: the file is then not written
 * @throws MedusaError INVALID_DATA with the field and the rule; NOT_ALLOWED while several others are written
 */
export async function writeStatement(
  container: MedusaContainer,
  query: StatementQuery,
  gone: AbortSignal
): Promise<StatementFile> {
  const { statements, options } = container.resolve(WEB_CHECKOUT)
  const scope = statementScope(options, query)
  const { from, to, time_zone } = scope.period
  const write = async (): Promise<StatementFile> => {
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
    return await oneAtATime.execute(() => {
      // Not passed to the bulkhead: the signal of a waiting request would stop the whole queue.
      gone.throwIfAborted()
      return write()
    })
  } catch (error) {
    throw error instanceof BulkheadRejectedError
      ? notAllowed("Several statements are being written already. Try again in a minute.")
      : error
  }
}

async function* pieces(container: MedusaContainer, batches: AsyncIterable<StatementLine[]>, time_zone: string) {
  yield BYTE_ORDER_MARK + csv([headings(time_zone)])
  for await (const lines of batches) {
    const purchases = await readPurchasesOf(container, lines)
    yield csv(lines.map((line) => cellsOf(line, purchases.get(line.id)?.order?.display_id, time_zone)))
  }
}

function csv(rows: string[][]): string {
  return `${Papa.unparse(rows, { escapeFormulae: FORMULA, newline: "\r\n" })}\r\n`
}

function headings(time_zone: string): string[] {
  return [
    `created_at (${time_zone})`,
    `paid_at (${time_zone})`,
    "reference",
    "order",
    "checkout_id",
    "display_id",
    "request_id",
    "environment",
    "account",
    "status",
    "payment_method",
    "currency",
    ...AMOUNTS,
    "difference",
    "case",
  ]
}

function cellsOf(line: StatementLine, orderNumber: number | undefined, time_zone: string): string[] {
  return [
    localMoment(line.created_at, time_zone),
    line.paid_at === null ? "" : localMoment(line.paid_at, time_zone),
    line.order_reference,
    orderNumber === undefined ? "" : String(orderNumber),
    line.checkout_id ?? "",
    line.display_id ?? "",
    line.request_id,
    line.environment,
    line.account,
    line.gateway_status ?? "",
    line.payment_method ?? "",
    line.currency_code,
    ...AMOUNTS.map((name) => (isTold(line, name) ? inCurrency(line[name], line.currency_code) : "")),
    line.differs ? differenceOf(line) : "",
    line.attention ?? "",
  ]
}

/** An amount that the gateway does not report is left empty, not taken from Medusa's books: an accountant must see the gap. */
function isTold({ untold }: StatementLine, name: (typeof AMOUNTS)[number]): boolean {
  return name !== "gateway_refunded" || !untold
}
