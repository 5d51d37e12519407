const { projects } = require("../../jest.config")

/** The unit tests of what `stryker.config.mjs` mutates. */
module.exports = {
  ...projects[0],
  rootDir: "../..",
  testMatch: ["rules", "gateway"].map((folder) => `<rootDir>/src/**/${folder}/__tests__/*.spec.ts`),
}
