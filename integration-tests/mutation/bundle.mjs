import { readdirSync } from "node:fs"
import { build } from "esbuild"

/** They try thousands of combinations: they come last, since a quick test finds most mutants. */
const ENUMERATION = /^(decide|out-of-sight|recorded)[.]/
/** They test files that are not mutated. */
const ELSEWHERE = /^(answers|client|redact|schedule|text)[.]/
const RULES = "src/modules/web-checkout/rules/__tests__"

const specs = ["src/gateway/__tests__", RULES]
  .flatMap((folder) => readdirSync(folder).map((file) => ({ folder, file })))
  .filter(({ file }) => file.endsWith(".spec.ts") && !ELSEWHERE.test(file))
  .sort((a, b) => Number(ENUMERATION.test(a.file)) - Number(ENUMERATION.test(b.file)))

// One file of all tests: jest loads it for every mutant, and to load the modules one by one would take most of the time. It stands
// beside the tests that name files by their own folder.
await build({
  stdin: {
    // An import would be dropped: package.json says that no file has side effects.
    contents: specs.map(({ folder, file }, index) => `export * as spec${index} from "./${folder}/${file}"`).join("\n"),
    resolveDir: process.cwd(),
  },
  outfile: `${RULES}/all-mutated.spec.cjs`,
  bundle: true,
  platform: "node",
  alias: { "@medusajs/framework/zod": "zod" },
  minifyWhitespace: true,
  logLevel: "warning",
})
