import { readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"

const WORKFLOWS = join(__dirname, "..")

const created = readdirSync(WORKFLOWS, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && !path.includes("__tests__"))
  .flatMap((path) =>
    [...readFileSync(join(WORKFLOWS, path), "utf8").matchAll(/const (\w+) = create(Step|Workflow)\(\s*"([^"]+)"/g)].map(
      ([, fn, kind, id]) => ({ file: basename(path, ".ts"), fn, kind, id })
    )
  )

const camel = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

describe("one name for one thing", () => {
  it.each(created)("$id: its function's name", ({ fn, kind, id }) => {
    expect(fn).toBe(`${camel(id.replace(/^webcheckout-/, ""))}${kind}`)
  })

  it.each(created.filter(({ kind }) => kind === "Workflow"))("$id: its file's name", ({ file, id }) => {
    expect(id).toBe(`webcheckout-${file}`)
  })
})
