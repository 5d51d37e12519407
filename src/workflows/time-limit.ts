import { setTimeout as wait } from "node:timers/promises"
import { unexpectedState } from "../modules/web-checkout/errors"

/** In ms. Longer work is stuck (a merchant's hook, another provider): the job continues without it. Shorter than CLAIM_MS. */
const STOP_WAITING_MS = 90_000

/** Waits for the job's work up to STOP_WAITING_MS; the work itself keeps running. @throws MedusaError UNEXPECTED_STATE when it takes too long */
export function withTimeLimit<Result>(work: Promise<Result>): Promise<Result> {
  return waitUpTo(STOP_WAITING_MS, work, () => {
    throw unexpectedState(`it takes longer than ${STOP_WAITING_MS / 1000} s`)
  })
}

/** Waits for work up to a limit; the work itself keeps running. @param onLate gives the result when it takes longer */
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
