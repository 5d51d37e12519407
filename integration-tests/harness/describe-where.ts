import { NEEDS } from "./machine.cjs"

/**
 * `describe` for tests that need something of the machine. Where it is not there they are skipped, and the reason is the last
 * thing that the run prints; in CI that is a failure.
 */
export function describeWhere(need: keyof typeof NEEDS, name: string, body: () => void): void {
  const { isThere, missing } = NEEDS[need]
  if (isThere()) {
    describe(name, body)
    return
  }
  if (process.env.CI) {
    throw new Error(`${name}: ${missing}`)
  }
  describe.skip(name, body)
}
