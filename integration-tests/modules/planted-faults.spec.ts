import { readFileSync } from "node:fs"
import { join } from "node:path"
import { brokenSource } from "../planted/plant"
import { PLANTED_FAULTS, PLUGIN_FOLDER } from "../planted/planted-faults"

/** CI plants only two faults in a run. A renamed function or test is found here, in every run. */
describe.each(PLANTED_FAULTS)("the planted fault $id", ({ breaks, change, spec, test }) => {
  it("breaks a function that the compiled plugin has exactly once", () => {
    const { source, broken } = brokenSource(PLUGIN_FOLDER, breaks, change)
    expect(broken).not.toBe(source)
  })

  it("names a test that exists", () => {
    const source = readFileSync(join(__dirname, "../http", `${spec}.spec.ts`), "utf8")
    expect(source).toContain(`"${test}"`)
  })
})
