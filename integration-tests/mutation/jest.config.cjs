const { projects } = require("../../jest.config")

/** The unit tests of what `stryker.config.mjs` mutates; the client's own wait for a server. */
module.exports = {
  ...projects[0],
  rootDir: "../..",
  testMatch: ["rules", "gateway"].map((folder) => `<rootDir>/src/**/${folder}/__tests__/!(client).spec.ts`),
  testSequencer: "<rootDir>/integration-tests/mutation/enumerations-last.cjs",
}
