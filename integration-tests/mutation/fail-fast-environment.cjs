const { TestEnvironment } = require("jest-environment-node")

/** Skips what is left after the first failure: one is enough for a mutant. */
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
