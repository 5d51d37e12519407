// Counts what the restructuring is to make less: lines of code, files, and mechanisms. `npm run count`; `-- --json` for a script.
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import ts from "typescript"

const SRC = join(dirname(fileURLToPath(import.meta.url)), "../src")

const files = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.(ts|tsx)$/.test(path) && !path.includes("__tests__") && !path.startsWith("storefront/dist"))
  .map((path) => ({ path, code: codeOf(readFileSync(join(SRC, path), "utf8"), path) }))

/** The source without comments, imports and blank lines; a re-export is an import. */
function codeOf(text, path) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const chars = [...text]
  const blank = (from, to) => chars.fill(" ", from, to)
  const isLineEnd = (char) => char === "\n"
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement) || (ts.isExportDeclaration(statement) && statement.moduleSpecifier)) {
      for (let at = statement.getStart(); at < statement.end; at += 1) {
        chars[at] = isLineEnd(chars[at]) ? "\n" : " "
      }
    }
  }
  const visit = (node) => {
    for (const range of [
      ...(ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.end) ?? []),
    ]) {
      const lines = text.slice(range.pos, range.end).split("\n").length - 1
      blank(range.pos, range.end)
      chars[range.pos] = "\n".repeat(lines) || " "
    }
    node.getChildren().forEach(visit)
  }
  visit(source)
  return chars
    .join("")
    .split("\n")
    .filter((line) => line.trim() !== "")
}

const found = (pattern, folder = "") =>
  files
    .filter(({ path }) => path.startsWith(folder))
    .map(({ path, code }) => ({ path, times: code.join("\n").match(pattern)?.length ?? 0 }))
    .filter(({ times }) => times > 0)

const sum = (some) => some.reduce((all, { times }) => all + times, 0)
const placesAndFiles = (some) => `${sum(some)} in ${some.length} files`

const counts = {
  "lines of code in src": files.reduce((all, { code }) => all + code.length, 0),
  "files in src": files.length,
  tables: new Set(
    files.flatMap(({ code }) =>
      [...code.join("\n").matchAll(/create table if not exists "(\w+)"/gi)].map(([, name]) => name)
    )
  ).size,
  migrations: sum(found(/extends Migration\b/g)),
  "due dates (columns)": sum(found(/^ +(next_check_at|watch_at|due_at|send_at|follow_after): model\b/gm)),
  "claims (SKIP LOCKED)": placesAndFiles(found(/SKIP LOCKED|skipLocked\(/g)),
  "token tables": sum(found(/define\(\s*"\w+_token"/g)),
  "outboxes (mail is sent)": placesAndFiles(found(/channel: "email"/g)),
  "senders of mail or bell": placesAndFiles(found(/\bcreateNotifications\(/g)),
  "a case is opened": placesAndFiles(found(/\bcases\.open\(/g)),
  "the next check is written": placesAndFiles(
    found(/\b(next_check_at|watch_at): (?!model\b|(Date|string) \| null$)/gm)
  ),
  "ways not to ask twice": sum(
    found(
      /new (SharedWork|Turns|SingleFlight|Map)<[^>]*(LedgerCheckout|Refreshed|Run>|checkout: Checkout)|function (newerOf|isLastAnswer)\b/g
    )
  ),
  workflows: sum(found(/\bcreateWorkflow\(/g)),
  "workflow steps": sum(found(/\bcreateStep\(/g)),
  "predicates about money": sum(found(/^export (?:function|const) (?:is|was)Money\w*/gm)),
}

if (process.argv.includes("--json")) {
  console.log(JSON.stringify(counts, null, 2))
} else {
  for (const [name, count] of Object.entries(counts)) {
    console.log(`${name.padEnd(28)} ${count}`)
  }
}
