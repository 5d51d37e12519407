import type { StoreSettings } from "./store"

/** A store that is prepared and not started needs no gateway. */
export const NO_GATEWAY: StoreSettings = {
  databaseUrl: "postgres://127.0.0.1:9/none",
  gateway: { baseUrl: "http://127.0.0.1:9", apiKey: "none", apiSecret: "none" },
}

/** Does something before the tests, and says so. */
export async function setUp(what: string, work: () => Promise<void>): Promise<void> {
  const started = Date.now()
  await work()
  process.stdout.write(`\n${what}: ${((Date.now() - started) / 1000).toFixed(1)} s\n`)
}
