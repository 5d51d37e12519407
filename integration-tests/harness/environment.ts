import { types } from "node:util"
import type { Circus } from "@jest/types"
import NodeEnvironment from "jest-environment-node"
import { SharedHosts } from "./shared-hosts"

/** As many lines as help and still leave the report readable. */
const MOST_LINES = 40

/** This module is loaded once in each jest worker; what a test file loads is loaded anew for each file. */
const sharedHosts = new SharedHosts()

/** Hands the worker's shared hosts to each test file, and adds to a failed test what the stores printed while it ran. */
export default class StoreEnvironment extends NodeEnvironment {
  private readonly storeLines: string[][] = []
  private before = new Map<string[], number>()
  private hasFailed = false

  override async setup(): Promise<void> {
    await super.setup()
    Object.assign(this.global, { storeLines: this.storeLines, sharedHosts })
  }

  override async teardown(): Promise<void> {
    if (this.hasFailed) {
      await sharedHosts.end()
    }
    await super.teardown()
  }

  handleTestEvent(event: Circus.Event): void {
    const stores = [...this.storeLines, ...sharedHosts.lines]
    if (event.name === "test_start") {
      this.before = new Map(stores.map((lines) => [lines, lines.length]))
    }
    if (event.name !== "test_fn_failure" && event.name !== "hook_failure") {
      return
    }
    this.hasFailed = true
    const printed = stores
      .flatMap((lines) => lines.slice(this.before.get(lines) ?? 0))
      .filter((line) => /warn|error/i.test(line))
    const error: unknown = event.error
    // Not `instanceof`: jest gives each test file an Error of its own.
    if (printed.length > 0 && types.isNativeError(error)) {
      error.stack = `${error.stack ?? error.message}\n\nThe store printed meanwhile:\n${printed.slice(-MOST_LINES).join("\n")}`
    }
  }
}
