import { readdirSync } from "node:fs"
import { build } from "esbuild"

/** They try thousands of combinations: they come last, since a quick test finds most mutants. */
const ENUMERATION = /^(decide|out-of-sight|recorded)[.]/
/** Tests of files that are not mutated, and those that start a server. */
const ELSEWHERE = /^(answers|client|redact|schedule|text)[.]/
const RULES = "src/modules/web-checkout/rules/__tests__"

const specs = ["src/gateway/__tests__", RULES]
  .flatMap((folder) => readdirSync(folder).map((file) => ({ folder, file })))
  .filter(({ file }) => file.endsWith(".spec.ts") && !ELSEWHERE.test(file))
  .sort((a, b) => Number(ENUMERATION.test(a.file)) - Number(ENUMERATION.test(b.file)))

// Jest loads this file for every mutant; loading the modules one by one would take most of the time. It is written beside the rules'
// tests, because some of them read files relative to `__dirname`.
await build({
  stdin: {
    // An import would be dropped: package.json says that no file has side effects.
    contents: specs.map(({ folder, file }, index) => `export * as spec${index} from "./${folder}/${file}"`).join("\n"),
    resolveDir: process.cwd(),
  },
  outfile: `${RULES}/bundle.spec.cjs`,
  bundle: true,
  platform: "node",
  // Medusa's zod is the same one, as CommonJS: it would be loaded a second time.
  alias: { "@medusajs/framework/zod": "zod" },
  minifyWhitespace: true,
  logLevel: "warning",
})
