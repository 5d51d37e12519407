import { formatAmount } from "../../gateway/money"
import type { SweepResult } from "../../modules/web-checkout/rules/sweep"

/** What a sweep has found, for a terminal. */
export function reportOf({ count, found, unreadable, unseen }: SweepResult): string {
  const lines = found.map(({ account, checkout_id, order_id, amount, currency_code, gateway_status, created_at }) =>
    [account, checkout_id, order_id, formatAmount(amount, currency_code), gateway_status, created_at ?? "–"].join("  ")
  )
  return [
    ...lines,
    ...(count > found.length ? [`… and ${count - found.length} more`] : []),
    ...(unreadable > 0 ? [`Entries that could not be read: ${unreadable}`] : []),
    ...unseen.map(
      (account) =>
        `The list of the account "${account}" could not be read, or contains none of the ledger's payments: check its credentials.`
    ),
    verdictOf({ count, unreadable, unseen }),
  ].join("\n")
}

function verdictOf({ count, unreadable, unseen }: Pick<SweepResult, "count" | "unreadable" | "unseen">): string {
  if (count > 0) {
    return `Paid checkouts that are unknown to this store: ${count}`
  }
  return unreadable === 0 && unseen.length === 0
    ? "No paid checkout is unknown to this store."
    : "None found among the entries that could be read."
}

/** 0, or 1 when something was found, or the search is not reliable. */
export function exitCodeOf({ count, unseen, unreadable }: SweepResult): number {
  return count === 0 && unseen.length === 0 && unreadable === 0 ? 0 : 1
}
