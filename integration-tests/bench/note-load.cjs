// Loaded into a store that is watched: each second a line with how late its event loop was, and what the process has used.
const { monitorEventLoopDelay } = require("node:perf_hooks")
const { isMainThread } = require("node:worker_threads")

const RESOLUTION_MS = 10

function noteEachSecond() {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()

  setInterval(() => {
    const { user, system } = process.cpuUsage()
    // The histogram counts the timer's own interval too.
    const late = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS)
    const load = {
      p50: late(delay.percentile(50)),
      p99: late(delay.percentile(99)),
      cpu_ms: (user + system) / 1000,
      rss_mb: process.memoryUsage.rss() / 1024 / 1024,
    }
    console.log(`load ${JSON.stringify(load)}`)
    delay.reset()
  }, 1000).unref()
}

if (isMainThread) {
  noteEachSecond()
}
