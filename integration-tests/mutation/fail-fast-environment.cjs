const { TestEnvironment } = require("jest-environment-node")

/** Skips the remaining tests after the first failure: one failure kills the mutant. */
module.exports = class FailFastEnvironment extends TestEnvironment {
  hasFailed = false

  handleTestEvent(event) {
    if (event.name === "test_fn_failure") {
      this.hasFailed = true
    }
    if (event.name === "test_start" && this.hasFailed) {
      event.test.mode = "skip"
    }
  }
}
