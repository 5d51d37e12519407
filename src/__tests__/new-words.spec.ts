import { spawnSync } from "node:child_process"
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const ROOT = join(__dirname, "../..")

/** The server's files, and the one of the admin that asks each language for every text. */
const CONFIG = {
  extends: join(ROOT, "tsconfig.json"),
  compilerOptions: { noEmit: true, rootDir: ".", types: ["node"] },
  files: ["src/admin/i18n/index.ts"],
  include: ["src/**/*.ts"],
  exclude: ["src/admin", "src/storefront", "**/__tests__/**"],
}

/** TypeScript 7 reads files: the words are added to a copy. */
let copy: string

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "new-words-"))
  cpSync(join(ROOT, "src"), join(copy, "src"), { recursive: true })
  cpSync(join(ROOT, "package.json"), join(copy, "package.json"))
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"))
  writeFileSync(join(copy, "tsconfig.json"), JSON.stringify(CONFIG))
})

afterAll(() => {
  rmSync(copy, { recursive: true, force: true })
})

/** The files in which the compiler finds an error. */
function filesWithErrors(): string[] {
  const compiler = join(ROOT, "node_modules/typescript-7/bin/tsc")
  const { stdout } = spawnSync(process.execPath, [compiler, "--pretty", "false"], { cwd: copy, encoding: "utf8" })
  return [...new Set([...stdout.matchAll(/^(\S+)\(\d+,\d+\): error /gm)].map(([, file]) => file))]
}

it.each([
  [
    "reason of a case",
    "src/modules/web-checkout/rules/case-reasons.ts",
    "ATTENTION_REASONS",
    ["admin/i18n/index.ts", "modules/web-checkout/rules/case-reasons.ts", "workflows/notice/case-notice.ts"],
  ],
  [
    "status of the gateway",
    "src/gateway/statuses.ts",
    "CHECKOUT_STATUSES",
    [
      "admin/i18n/index.ts",
      "emulator/pages.ts",
      "modules/web-checkout/rules/money-state.ts",
      "providers/webcheckout/payment-status.ts",
    ],
  ],
])("the compiler names the places of a new %s, which are at most four files", (_, file, list, places) => {
  const path = join(copy, file)
  const text = readFileSync(path, "utf8")
  writeFileSync(path, text.replace(`${list} = [`, `${list} = [ "planted",`))
  const files = filesWithErrors()
  writeFileSync(path, text)
  expect(files).toEqual(places.map((place) => `src/${place}`))
})
