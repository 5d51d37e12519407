const { default: Sequencer } = require("@jest/test-sequencer")

/** What takes minutes begins first: left to the end, one worker would work on it while the other has nothing to do. */
const LONG = [
  /http\/(purchase|never-lost|after-order)/,
  /browser\//,
  /http\/(cases|statement|refund|trouble|subscriptions|doors|job)/,
  /http\//,
]

const rank = ({ path }) => {
  const found = LONG.findIndex((pattern) => pattern.test(path))
  return found < 0 ? LONG.length : found
}

module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    return [...tests].sort((a, b) => rank(a) - rank(b) || a.path.localeCompare(b.path))
  }
}
