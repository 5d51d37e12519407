/** A sweep's conclusion, for the bell, the terminal and the settings page; in a file of its own, since the admin loads it. */
export type SweepVerdict =
  | "found"
  /** nothing was found, and something could not be read: nobody knows what is missing there */
  | "unreliable"
  | "none"

export function sweepVerdict({
  count,
  unseen,
  unreadable,
}: {
  count: number
  unseen: string[]
  unreadable: number
}): SweepVerdict {
  if (count > 0) {
    return "found"
  }
  return unseen.length > 0 || unreadable > 0 ? "unreliable" : "none"
}
