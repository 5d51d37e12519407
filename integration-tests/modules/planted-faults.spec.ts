import { readFileSync } from "node:fs"
import { join } from "node:path"
import { breakFunction } from "../planted/plant"
import { PLANTED_FAULTS, PLUGIN_FOLDER } from "../planted/planted-faults"

/** `.ci/run` plants a few of them, in turns: a renamed function or test must show at once, not when its turn comes. */
describe.each(PLANTED_FAULTS)("the planted fault $id", ({ breaks, change, spec, test }) => {
  it("breaks a function that the compiled plugin has exactly once", () => {
    const { source, broken } = breakFunction(PLUGIN_FOLDER, breaks, change)
    expect(broken).not.toBe(source)
  })

  it("names a test that exists", () => {
    const source = readFileSync(join(__dirname, "../http", `${spec}.spec.ts`), "utf8")
    expect(source).toContain(`"${test}"`)
  })
})
