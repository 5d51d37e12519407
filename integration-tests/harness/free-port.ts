import { createServer } from "node:net"

/** Below the ports that the system gives out by itself, and a range for each of jest's workers; another program takes one of the ranges after them. */
const FIRST = 20_000
const PER_WORKER = 1000
const WORKER = Number(process.env.JEST_WORKER_ID ?? 4 + (process.pid % 8))

/** The end of a worker's range is for ports that stay the same in all of its test files. */
const SHARED = 50

let given = process.pid % PER_WORKER
let givenShared = 0

/** A port that nothing listens on and that no other caller of this worker is given soon: two stores never share one. */
export async function freePort(): Promise<number> {
  for (;;) {
    given = (given + 1) % (PER_WORKER - SHARED)
    const port = FIRST + WORKER * PER_WORKER + given
    if (await isFree(port)) {
      return port
    }
  }
}

/** A port that `freePort` never gives out, also while nothing listens on it. */
export async function sharedPort(): Promise<number> {
  for (;;) {
    givenShared += 1
    const port = FIRST + (WORKER + 1) * PER_WORKER - givenShared
    if (await isFree(port)) {
      return port
    }
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once("error", () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })
}
