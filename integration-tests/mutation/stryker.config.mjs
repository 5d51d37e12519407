import { declareValuePlugin, PluginKind } from "@stryker-mutator/api/plugin"

// To save time, decide.spec tests only every 379th combination of facts, and out-of-sight.spec every 19th.
process.env.DECISIONS_EACH = "379"

/** Texts for people are not mutated: a literal with a space is a message. */
const messages = {
  shouldIgnore(path) {
    const texts = path.isStringLiteral()
      ? [path.node.value]
      : path.isTemplateLiteral()
        ? path.node.quasis.map(({ value }) => value.raw)
        : []
    return texts.some((text) => /\s/.test(text)) ? "a message" : undefined
  },
}

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, "messages", messages)]

/** Changes the pure rules in many small ways, and asks whether a unit test notices. `npm run mutation`. */
export default {
  mutate: [
    "src/modules/web-checkout/rules/*.ts",
    "src/gateway/money.ts",
    "src/gateway/statuses.ts",
    "src/gateway/schemas.ts",
  ],
  buildCommand: "node integration-tests/mutation/bundle.mjs",
  testRunner: "jest",
  jest: { configFile: "integration-tests/mutation/jest.config.cjs", enableFindRelatedTests: false },
  plugins: ["@stryker-mutator/jest-runner", "./integration-tests/mutation/stryker.config.mjs"],
  ignorers: ["messages"],
  coverageAnalysis: "perTest",
  concurrency: 2,
  ignorePatterns: [".medusa", "docs/images", "integration-tests/store", "src/admin"],
  reporters: ["clear-text", "progress", "json"],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: "node_modules/.cache/mutation/report.json" },
  thresholds: { high: 95, low: 90, break: 90 },
  allowConsoleColors: false,
}
