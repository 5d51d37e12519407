const { projects } = require("../../jest.config")

/** The unit tests of what `stryker.config.mjs` mutates, except client.spec, which waits for a server. */
module.exports = {
  ...projects[0],
  rootDir: "../..",
  testMatch: ["rules", "gateway"].map((folder) => `<rootDir>/src/**/${folder}/__tests__/!(client).spec.ts`),
  testSequencer: "<rootDir>/integration-tests/mutation/enumerations-last.cjs",
}
