import { setTimeout as wait } from "node:timers/promises"
import { unexpectedState } from "../modules/web-checkout/errors"

/** In ms. Longer work is stuck (a merchant's hook, another provider): the job continues without it. Shorter than CLAIM_MS. */
const STOP_WAITING_MS = 90_000

/** Waits for work up to STOP_WAITING_MS; the work itself keeps running. @throws MedusaError UNEXPECTED_STATE when it takes too long */
export async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  const deadline = new AbortController()
  const late = tooLong(deadline.signal)
  // Once the work is done, the rejection of `late` is ignored.
  late.catch(() => undefined)
  try {
    return await Promise.race([work, late])
  } finally {
    deadline.abort()
  }
}

async function tooLong(signal: AbortSignal): Promise<never> {
  await wait(STOP_WAITING_MS, undefined, { signal, ref: false })
  throw unexpectedState(`it takes longer than ${STOP_WAITING_MS / 1000} s`)
}
