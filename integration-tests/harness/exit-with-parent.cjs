/**
 * Loaded into every process that the tests and the demo start: it ends when the one that started it (STARTED_BY, its id) is
 * gone, also when that was killed and could not say goodbye. In a thread of its own, so that a process that hangs at 100 % CPU ends as well.
 */
const { isMainThread, Worker } = require("node:worker_threads")

const LOOK_EVERY_MS = 500

const LOOK = `
const { parent, everyMs } = require("node:worker_threads").workerData
setInterval(() => process.ppid !== parent && process.kill(process.pid, "SIGKILL"), everyMs)
`

if (isMainThread) {
  const workerData = { parent: Number(process.env.STARTED_BY), everyMs: LOOK_EVERY_MS }
  // What this process starts itself ends with this process.
  process.env.STARTED_BY = String(process.pid)
  new Worker(LOOK, { eval: true, workerData, execArgv: [] }).unref()
}
