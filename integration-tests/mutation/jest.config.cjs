const { projects } = require("../../jest.config")

/** The unit tests of what `stryker.config.mjs` mutates. */
module.exports = {
  ...projects[0],
  rootDir: "../..",
  roots: ["<rootDir>/src/gateway", "<rootDir>/src/modules", "<rootDir>/integration-tests/mutation"],
  testMatch: ["<rootDir>/integration-tests/mutation/*.spec.cjs"],
  testEnvironment: require.resolve("./fail-fast-environment.cjs"),
  snapshotResolver: "<rootDir>/integration-tests/mutation/recorded-snapshots.cjs",
}
