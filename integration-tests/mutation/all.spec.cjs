const { readdirSync } = require("node:fs")
const { join } = require("node:path")

const SRC = join(__dirname, "../../src")
/** They try thousands of combinations: they come last, since a quick test finds most mutants. */
const ENUMERATION = /^(decide|out-of-sight|recorded)[.]/
/** They test files that are not mutated. */
const ELSEWHERE = /^(answers|client|redact|schedule|text)[.]/

const specs = ["gateway", "modules/web-checkout/rules"]
  .flatMap((name) => readdirSync(join(SRC, name, "__tests__")).map((file) => ({ name, file })))
  .filter(({ file }) => file.endsWith(".spec.ts") && !ELSEWHERE.test(file))
  .sort((a, b) => Number(ENUMERATION.test(a.file)) - Number(ENUMERATION.test(b.file)))

// Declared in one file, so that each mutant loads the modules once, and the first failure ends them all.
for (const { name, file } of specs) {
  require(join(SRC, name, "__tests__", file))
}
