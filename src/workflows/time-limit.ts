import { setTimeout as wait } from "node:timers/promises"
import { unexpectedState } from "../modules/web-checkout/errors"

/** In ms. Longer work is stuck (a merchant's hook, another provider): the job continues without it. Shorter than CLAIM_MS. */
const STOP_WAITING_MS = 90_000

/** Waits for the job's work at most STOP_WAITING_MS. @throws MedusaError UNEXPECTED_STATE when it takes longer */
export function withJobTimeLimit<Result>(work: Promise<Result>): Promise<Result> {
  return waitUpTo(STOP_WAITING_MS, work, () => {
    throw unexpectedState(`it takes longer than ${STOP_WAITING_MS / 1000} s`)
  })
}

/** Waits for `work` at most `limitMs`, then returns what `onLate` returns. The work is not stopped. */
export async function waitUpTo<Result, Late>(
  limitMs: number,
  work: Promise<Result>,
  onLate: () => Late
): Promise<Result | Late> {
  const deadline = new AbortController()
  const late = wait(limitMs, undefined, { signal: deadline.signal, ref: false }).then(onLate)
  // Once the work is done, the rejection of `late` is ignored.
  late.catch(() => undefined)
  try {
    return await Promise.race([work, late])
  } finally {
    deadline.abort()
  }
}
