const { spawnSync } = require("node:child_process")
const { existsSync } = require("node:fs")

const CHROMIUM = [
  process.env.CHROMIUM_PATH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
].filter(Boolean)

/** What some tests need of the machine, and how it is had. */
const NEEDS = [
  {
    isThere: () => CHROMIUM.some((path) => existsSync(path)),
    missing:
      "no Chromium was found (Debian: apt-get install chromium; or set CHROMIUM_PATH): the browser tests did not run",
  },
  {
    isThere: () => spawnSync("redis-server", ["--version"]).status === 0,
    missing: "no redis-server was found (Debian: apt-get install redis-server): the tests of two processes did not run",
  },
]

/** Says why tests were skipped, as the last thing of a run. */
module.exports = class SkippedReporter {
  onRunComplete(_, results) {
    const missing = NEEDS.filter(({ isThere }) => !isThere())
    if (results.numPendingTests === 0 || missing.length === 0) {
      return
    }
    process.stderr.write(`\n${results.numPendingTests} tests were skipped:\n`)
    missing.forEach(({ missing: why }) => process.stderr.write(`  - ${why}\n`))
  }
}
