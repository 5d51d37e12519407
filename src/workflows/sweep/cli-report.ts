import { formatAmount } from "../../gateway/money"
import type { SweepResult } from "../../modules/web-checkout/rules/swept-checkouts"
import { sweepVerdict, type SweepVerdict } from "../../modules/web-checkout/rules/sweep-verdict"

/** A sweep's result as text for a terminal. */
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
    VERDICTS[sweepVerdict({ count, unreadable, unseen })](count),
  ].join("\n")
}

const VERDICTS: Record<SweepVerdict, (count: number) => string> = {
  found: (count) => `Paid checkouts that are unknown to this store: ${count}`,
  unreliable: () => "None found among the entries that could be read.",
  none: () => "No paid checkout is unknown to this store.",
}

/** The exit code: 1 if something was found or could not be read, otherwise 0. */
export function exitCodeOf(result: SweepResult): number {
  return sweepVerdict(result) === "none" ? 0 : 1
}
