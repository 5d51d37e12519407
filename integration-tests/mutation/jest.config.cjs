/** The unit tests of what `stryker.config.mjs` mutates, as `bundle.mjs` has put them together. */
module.exports = {
  rootDir: "../../src/modules/web-checkout/rules/__tests__",
  testMatch: ["<rootDir>/bundle.spec.cjs"],
  testEnvironment: require.resolve("./fail-fast-environment.cjs"),
  snapshotResolver: require.resolve("./recorded-snapshots.cjs"),
  transform: {},
}
