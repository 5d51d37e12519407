import { createServer } from "node:net"

/** Below the ports that the system gives out by itself, and a range for each of jest's workers. */
const FIRST = 20_000
const PER_WORKER = 1000
const WORKER = Number(process.env.JEST_WORKER_ID ?? 0)

let given = process.pid % PER_WORKER

/**
 * A port that nothing listens on, and that nobody else here is given: between the asking and the listening two stores that
 * were given the same one would answer for each other.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    given = (given + 1) % PER_WORKER
    const port = FIRST + WORKER * PER_WORKER + given
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
