import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"

/** One process at a time rings, and one at a time mails: no bell waits for a mail provider that hangs. */
export const BELLS = "webcheckout:notices"
export const MAILS = "webcheckout:mails"

const TURN = { waitMs: 10_000, ttlMs: 30_000 }

/** Whoever mails begins no mail after this: the task of it may take 90 s, and the next round goes on. */
export const LONGEST_MAILING_MS = 45_000

export type Warn = (error: unknown) => void

/** Never throws. @returns undefined when it was nobody's turn in time, or it failed: the next round of the job does it */
export async function inTurn<Result>(
  container: MedusaContainer,
  key: typeof BELLS | typeof MAILS,
  work: () => Promise<Result>,
  warn: Warn
): Promise<Result | undefined> {
  try {
    return (await container.resolve(WEB_CHECKOUT).leases.hold(key, TURN, work))?.result
  } catch (error) {
    warn(error)
    return undefined
  }
}
