import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { until } from "../harness/shop"

const HOOK = join(__dirname, "../harness/exit-with-parent.cjs")
/** Starts a child that hangs at 100 % CPU, tells its id, and waits. */
const PARENT = `
const child = require("node:child_process").spawn(process.execPath, ["--require", ${JSON.stringify(HOOK)}, "-e", "for (;;) {}"], { env: { STARTED_BY: process.pid } })
console.log(child.pid)
setInterval(() => undefined, 1000)
`

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe("a store that a test has started", () => {
  it("ends when the run is killed, even if it hangs", async () => {
    const parent = spawn(process.execPath, ["-e", PARENT], { stdio: ["ignore", "pipe", "inherit"] })
    const [line]: unknown[] = await once(parent.stdout, "data")
    const child = Number(String(line))
    expect(isAlive(child)).toBe(true)
    parent.kill("SIGKILL")
    await until("the end of the child", async () => !isAlive(child))
  })
})
