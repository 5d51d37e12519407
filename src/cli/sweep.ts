import type { ExecArgs } from "@medusajs/framework/types"
import { DateTime } from "luxon"
import { exitCodeOf, reportOf } from "../workflows/sweep/cli-report"
import { sweepNow } from "../workflows/sweep/sweep"

/**
 * Lists paid checkouts that are missing from the ledger. Run by `webcheckout sweep --since <date>` or `medusa exec`. Exit code: 0 if none is
 * missing; 1 if any is, or if a list or an entry could not be read; 2 for an invalid date.
 */
export default async function sweep({ container, args: [since = ""] }: ExecArgs): Promise<void> {
  const start = DateTime.fromISO(since, { zone: "utc" })
  // The comparison is false for an invalid date.
  if (!/^\d{4}-\d{2}-\d{2}/.test(since) || !(start < DateTime.now())) {
    process.stdout.write("--since: must be a date in the past, for example 2026-11-01\n")
    process.exitCode = 2
    return
  }
  const result = await sweepNow(container, start.toJSDate(), () => process.stdout.write("."))
  process.stdout.write(`\n${reportOf(result)}\n`)
  process.exitCode = exitCodeOf(result)
}
