const { default: Sequencer } = require("@jest/test-sequencer")

/** Most mutants are found by a quick table test, and then the enumerations, which take a second each, need not run. */
const isEnumeration = ({ path }) => /(decide|out-of-sight|recorded)\.spec/.test(path)

module.exports = class EnumerationsLast extends Sequencer {
  sort(tests) {
    return tests.toSorted((a, b) => isEnumeration(a) - isEnumeration(b) || a.path.localeCompare(b.path))
  }
}
