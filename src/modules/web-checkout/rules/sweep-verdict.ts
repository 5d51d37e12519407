import type { SweepResult } from "./swept-checkouts"

/** A sweep's result, for the bell, the terminal and the settings page. A separate file, because the admin loads it. */
export type SweepVerdict =
  | "found"
  /** nothing was found, but something could not be read, so a payment may still be missing */
  | "unreliable"
  | "none"

export function sweepVerdict({
  count,
  unseen,
  unreadable,
}: Pick<SweepResult, "count" | "unseen" | "unreadable">): SweepVerdict {
  if (count > 0) {
    return "found"
  }
  return unseen.length > 0 || unreadable > 0 ? "unreliable" : "none"
}
