const { TestEnvironment } = require("jest-environment-node")

/** As much as helps and still lets the report be read. */
const MOST_LINES = 40

/** A failed test of a store also says what the store said while it ran. */
module.exports = class TellingEnvironment extends TestEnvironment {
  async setup() {
    await super.setup()
    /** Every store that was started by this file's tests: each the lines it has printed. */
    this.global.storeLines = []
  }

  handleTestEvent({ name, error }) {
    if (name === "test_start") {
      this.before = this.global.storeLines.map((lines) => lines.length)
    }
    if ((name === "test_fn_failure" || name === "hook_failure") && typeof error?.stack === "string") {
      const said = this.global.storeLines
        .flatMap((lines, store) => lines.slice(this.before?.[store] ?? 0))
        .filter((line) => /warn|error/i.test(line))
      if (said.length > 0) {
        error.stack += `\n\nThe store said meanwhile:\n${said.slice(-MOST_LINES).join("\n")}`
      }
    }
  }
}
