const BUNDLE = "bundle.spec.cjs"
const SNAPSHOTS = "__snapshots__/recorded.spec.ts.snap"

/** The snapshots of recorded.spec, which is in the bundle. */
module.exports = {
  resolveSnapshotPath: (test) => test.replace(BUNDLE, SNAPSHOTS),
  resolveTestPath: (snapshot) => snapshot.replace(SNAPSHOTS, BUNDLE),
  testPathForConsistencyCheck: BUNDLE,
}
