import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** How a function is broken: a statement at the start of its body, or other words in the place of some. */
export type Change = { insert: string } | { replace: string; by: string }

interface Place {
  file: string
  source: string
  /** The function's lines, without its first and last one. */
  body: { start: number; end: number }
}

/**
 * Breaks one function of the compiled plugin, wherever its file is.
 *
 * @returns what puts the file back
 * @throws Error as `brokenSource`
 */
export function plant(folder: string, name: string, change: Change): () => void {
  const { file, source, broken } = brokenSource(folder, name, change)
  writeFileSync(file, broken)
  return () => writeFileSync(file, source)
}

/**
 * @param name a function's name, or `Class.method`
 * @returns the function's file as it is and with the change; nothing is written
 * @throws Error unless exactly one function has this name and, for `replace`, holds these words exactly once
 */
export function brokenSource(folder: string, name: string, change: Change) {
  const { file, source, body } = findFunction(folder, name)
  const text = source.slice(body.start, body.end)
  return { file, source, broken: source.slice(0, body.start) + changed(name, text, change) + source.slice(body.end) }
}

function changed(name: string, text: string, change: Change): string {
  if ("insert" in change) {
    return `${change.insert}\n${text}`
  }
  const parts = text.split(change.replace)
  if (parts.length !== 2) {
    throw new Error(`${name} holds "${change.replace}" ${parts.length - 1} times, not once`)
  }
  return parts.join(change.by)
}

function findFunction(folder: string, name: string): Place {
  const [method, className] = name.split(".").toReversed()
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name.endsWith(".js")
  )
  const found = files.flatMap((entry): Place[] => {
    const file = join(entry.parentPath, entry.name)
    const source = readFileSync(file, "utf8")
    const scope = className === undefined ? { start: 0, end: source.length } : block(source, `class ${className}\\b`, 0)
    const head = className === undefined ? `(async )?function ${method}\\(` : `    (async )?${method}\\(`
    const body = scope && block(source, head, scope.start)
    return body && body.end <= scope.end ? [{ file, source, body }] : []
  })
  if (found.length !== 1) {
    throw new Error(`${found.length} functions of the compiled plugin are called ${name}, not one`)
  }
  return found[0]
}

/** What stands between a line that begins so and the next closing brace at the same depth, as the compiler indents it. */
function block(source: string, head: string, from: number): { start: number; end: number } | undefined {
  const opening = new RegExp(`^${head}.*\\{$`, "m").exec(source.slice(from))
  if (!opening) {
    return undefined
  }
  const start = from + opening.index + opening[0].length + 1
  const indent = /^ */.exec(opening[0])?.[0] ?? ""
  const end = source.indexOf(`\n${indent}}`, start - 1)
  return end < 0 ? undefined : { start, end: end + 1 }
}
