const TESTS = "integration-tests/mutation/all.spec.cjs"
const SNAPSHOTS = "src/modules/web-checkout/rules/__tests__/__snapshots__/recorded.spec.ts.snap"

/** The snapshots of recorded.spec, which `all.spec.cjs` loads. */
module.exports = {
  resolveSnapshotPath: (test) => test.replace(TESTS, SNAPSHOTS),
  resolveTestPath: (snapshot) => snapshot.replace(SNAPSHOTS, TESTS),
  testPathForConsistencyCheck: TESTS,
}
