import { join } from "node:path"
import ts from "typescript"

const ROOT = join(__dirname, "../..")
/** The server's files, and the one of the admin that asks each language for every text. */
const config = ts.getParsedCommandLineOfConfigFile(
  join(ROOT, "tsconfig.json"),
  { noEmit: true },
  { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined }
)
const FILES = [...(config?.fileNames ?? []), join(ROOT, "src/admin/i18n/index.ts")]

const host = ts.createCompilerHost(config?.options ?? {})
const getSourceFile = host.getSourceFile.bind(host)
/** Each file is read and parsed once for all words. */
const read = new Map<string, ts.SourceFile | undefined>()
const readOnce: typeof getSourceFile = (path, ...rest) => {
  if (!read.has(path)) {
    read.set(path, getSourceFile(path, ...rest))
  }
  return read.get(path)
}

/** The files in which the compiler finds an error once a word is added to a list. */
function filesToChange(file: string, list: string): string[] {
  const changed = join(ROOT, file)
  const planted = (ts.sys.readFile(changed) ?? "").replace(`${list} = [`, `${list} = [ "planted",`)
  host.getSourceFile = (path, target, ...rest) =>
    path === changed ? ts.createSourceFile(path, planted, target, true) : readOnce(path, target, ...rest)
  const errors = ts.createProgram(FILES, config?.options ?? {}, host).getSemanticDiagnostics()
  return [...new Set(errors.flatMap((error) => (error.file ? [error.file.fileName.slice(ROOT.length + 1)] : [])))]
}

it.each([
  [
    "reason of a case",
    "src/modules/web-checkout/rules/case-reasons.ts",
    "ATTENTION_REASONS",
    "src/modules/web-checkout/rules/case-reasons.ts",
  ],
  [
    "status of the gateway",
    "src/gateway/statuses.ts",
    "CHECKOUT_STATUSES",
    "src/modules/web-checkout/rules/money-state.ts",
  ],
])("the compiler names the places of a new %s, which are at most four files", (_, file, list, rules) => {
  const files = filesToChange(file, list)
  expect(files).toEqual(expect.arrayContaining([rules, "src/admin/i18n/index.ts"]))
  expect(files.length).toBeLessThanOrEqual(4)
})
