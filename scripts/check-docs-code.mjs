// Compiles the TypeScript and JavaScript of README and docs against the packages as they are built. `npm run docs-code`.
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import ts from "typescript"

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..")
const PAGES = [
  "README.md",
  "src/storefront/README.md",
  ...readdirSync(join(ROOT, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
]

/** What a page speaks of without declaring it again in each block. */
const PRELUDE = `
declare global {
  const sdk: import("@medusajs/js-sdk").default
  const cart: { id: string }
  const cartId: string
  const orderId: string
  const exporter: import("@medusajs/framework/opentelemetry/sdk-trace-node").SpanExporter
  const defineConfig: typeof import("@medusajs/framework/utils").defineConfig
}
export {}
`
const APPS = `declare module "expo-web-browser"`

/** Files of the Next.js starter: only their syntax can be checked here. */
const OF_THE_STARTER = /from "(@lib|@modules|next)[/"]/

const blocks = PAGES.flatMap((page) => {
  const text = readFileSync(join(ROOT, page), "utf8")
  return [...text.matchAll(/^```(tsx?|js)\n(.*?)^```/gms)].map(({ 1: language, 2: code, index }) => ({
    page,
    line: text.slice(0, index).split("\n").length,
    extension: language === "tsx" ? "tsx" : "ts",
    code: wholeOf(code),
  }))
})

/** Parts of medusa-config.ts: the members of an object, or an object. */
function wholeOf(code) {
  if (/^(\/\/.*\n)*\w+: [[{]/.test(code)) {
    return `export const part = {\n${code}}\n`
  }
  return code.startsWith("{ ") ? `export const part =\n${code}` : `${code}\nexport {}\n`
}

const options = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: ["node"],
  jsx: ts.JsxEmit.ReactJSX,
}
const files = new Map([
  [join(ROOT, "docs-code/prelude.ts"), PRELUDE],
  [join(ROOT, "docs-code/apps.d.ts"), APPS],
])
const blockOf = new Map()
const problems = []
for (const [index, block] of blocks.entries()) {
  if (OF_THE_STARTER.test(block.code)) {
    const { diagnostics = [] } = ts.transpileModule(block.code, {
      compilerOptions: options,
      fileName: `block.${block.extension}`,
      reportDiagnostics: true,
    })
    problems.push(...diagnostics.map((diagnostic) => [block, diagnostic]))
  } else {
    const path = join(ROOT, `docs-code/${index}.${block.extension}`)
    files.set(path, block.code)
    blockOf.set(path, block)
  }
}

const host = ts.createCompilerHost(options)
const { fileExists, readFile, getSourceFile } = host
host.fileExists = (path) => files.has(path) || fileExists(path)
host.readFile = (path) => files.get(path) ?? readFile(path)
host.getSourceFile = (path, ...rest) => {
  const code = files.get(path)
  return code === undefined
    ? getSourceFile(path, ...rest)
    : ts.createSourceFile(path, code, ts.ScriptTarget.ES2022, true)
}
const program = ts.createProgram([...files.keys()], options, host)
for (const diagnostic of ts.getPreEmitDiagnostics(program)) {
  problems.push([blockOf.get(diagnostic.file?.fileName), diagnostic])
}

for (const [block, { messageText, file, start }] of problems) {
  const within = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line : 0
  const at = block ? `${block.page}:${block.line + within}` : (file?.fileName ?? "")
  console.error(`${at}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`)
}
if (blocks.length === 0 || problems.length > 0) {
  console.error(`${problems.length} problems in ${blocks.length} blocks of code.`)
  process.exit(1)
}
console.log(`${blocks.length} blocks of code compile.`)
