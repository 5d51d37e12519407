const { NEEDS } = require("./machine.cjs")

/** Says why tests were skipped, as the last thing of a run. */
module.exports = class SkippedReporter {
  onRunComplete(_, results) {
    const missing = Object.values(NEEDS).filter(({ isThere }) => !isThere())
    if (results.numPendingTests === 0 || missing.length === 0) {
      return
    }
    process.stderr.write(`\n${results.numPendingTests} tests were skipped:\n`)
    missing.forEach(({ missing: why }) => process.stderr.write(`  - ${why}\n`))
  }
}
