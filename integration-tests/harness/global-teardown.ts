/** The last project of a run stops what the first one started. */
export default async function globalTeardown(): Promise<void> {
  await globalThis.webcheckoutPostgres?.dropDatabasesOfRun()
  await globalThis.webcheckoutPostgres?.stop()
  globalThis.webcheckoutPostgres = undefined
}
