import { readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"

const WORKFLOWS = join(__dirname, "..")

const files = (kind: "workflows" | "steps") =>
  readdirSync(WORKFLOWS, { recursive: true, encoding: "utf8" })
    .filter((path) => new RegExp(`/${kind}/[^/]+\\.ts$`).test(path))
    .map((path): [string, string] => [basename(path, ".ts"), readFileSync(join(WORKFLOWS, path), "utf8")])

const camel = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

describe("one name for one thing", () => {
  it.each(files("workflows"))("%s: the workflow's file, function and id", (name, text) => {
    const created = /export const (\w+) = createWorkflow\(\s*"([^"]+)"/.exec(text)
    expect(created?.slice(1)).toEqual([`${camel(name)}Workflow`, `webcheckout-${name}`])
  })

  it.each(files("steps"))("%s: the step's file, function and id", (name, text) => {
    const created = [...text.matchAll(/export const (\w+) = createStep\(\s*"([^"]+)"/g)].map(([, fn, id]) => [fn, id])
    expect(created).toContainEqual([`${camel(name)}Step`, `webcheckout-${name}`])
  })
})
