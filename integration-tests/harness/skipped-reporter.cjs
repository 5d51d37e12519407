const { NEEDS } = require("./machine.cjs")

/** Says why tests were skipped, as the last thing of a run. */
module.exports = class SkippedReporter {
  onRunComplete(_, results) {
    const missing = Object.values(NEEDS).filter(({ isThere }) => !isThere())
    if (results.numPendingTests === 0 || missing.length === 0) {
      return
    }
    const reasons = missing.map(({ missing: why }) => `  - ${why}\n`).join("")
    // Jest's summary comes after every reporter: what is said at the exit comes after that.
    process.once("exit", () => process.stderr.write(`\n${results.numPendingTests} tests were skipped:\n${reasons}`))
  }
}
