/** Unit tests sit beside the code; everything under integration-tests drives real parts. */
const transform = {
  "^.+\\.tsx?$": [
    "@swc/jest",
    {
      jsc: {
        parser: { syntax: "typescript", tsx: true, decorators: true },
        transform: { decoratorMetadata: true, legacyDecorator: true },
        target: "es2022",
      },
    },
  ],
}

const integration = (name, setup = "global-setup") => ({
  displayName: name,
  transform,
  testEnvironment: "<rootDir>/integration-tests/harness/environment.ts",
  testMatch: [`<rootDir>/integration-tests/${name}/**/*.spec.ts`],
  globalSetup: `<rootDir>/integration-tests/harness/${setup}.ts`,
  globalTeardown: "<rootDir>/integration-tests/harness/global-teardown.ts",
})

module.exports = {
  // A Medusa process and its shop: slow to start, quick afterwards.
  testTimeout: 120_000,
  maxWorkers: 2,
  testSequencer: "<rootDir>/integration-tests/harness/longest-first.cjs",
  reporters: [
    "default",
    "<rootDir>/integration-tests/harness/timing-reporter.cjs",
    "<rootDir>/integration-tests/harness/skipped-reporter.cjs",
  ],
  projects: [
    { displayName: "unit", transform, testEnvironment: "node", testMatch: ["<rootDir>/src/**/__tests__/**/*.spec.ts"] },
    integration("http", "admin-setup"),
    integration("browser", "admin-setup"),
    integration("modules"),
  ],
}
