import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript"
import languages from "../i18n"

const en = languages.en.translation
const ar = languages.ar.translation
const ADMIN = join(__dirname, "..")
/** Attributes whose text a person reads or hears. */
const SPOKEN = ["label", "title", "placeholder", "alt", "aria-label", "tooltip", "description", "heading"]
/** A language may need more plural forms than another. */
const PLURAL = /_(zero|one|two|few|many|other)$/

function keysOf(tree: object, root = ""): string[] {
  return Object.entries(tree).flatMap(([key, value]: [string, unknown]) =>
    typeof value === "object" && value !== null ? keysOf(value, `${root}${key}.`) : [`${root}${key}`]
  )
}

function textsOf(tree: object): [string, string][] {
  return keysOf(tree).map((key) => [
    key,
    String(key.split(".").reduce<unknown>((value, part) => Reflect.get(Object(value), part), tree)),
  ])
}

function singular(keys: string[]): string[] {
  return [...new Set(keys.map((key) => key.replace(PLURAL, "")))].sort()
}

const sources = readdirSync(ADMIN, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name) && !name.includes("__tests__"))
  .map((name): [string, ts.SourceFile] => {
    const text = readFileSync(join(ADMIN, name), "utf8")
    return [name, ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)]
  })

/** Every piece of text in a file that would reach the page without going through `t`. */
function hardCoded(file: ts.SourceFile): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const isText = ts.isJsxText(node) && /\p{L}/u.test(node.text)
    const isSpoken =
      ts.isJsxAttribute(node) &&
      SPOKEN.includes(node.name.getText(file)) &&
      node.initializer !== undefined &&
      ts.isStringLiteral(node.initializer) &&
      /\p{L}/u.test(node.initializer.text)
    if (isText || isSpoken) {
      found.push(node.getText(file).trim())
    }
    node.forEachChild(visit)
  }
  visit(file)
  return found
}

/** Every key that a file asks for; what varies is a pattern. */
function askedFor(file: ts.SourceFile): RegExp[] {
  const found: RegExp[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) && node.text.startsWith("webcheckout.")) {
      found.push(new RegExp(`^${node.text.replaceAll(".", "\\.")}(_\\w+)?$`))
    }
    if (ts.isTemplateExpression(node) && node.head.text.startsWith("webcheckout.")) {
      const pattern = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
      found.push(new RegExp(`^${pattern.map((part) => part.replaceAll(".", "\\.")).join("[\\w-]+")}$`))
    }
    node.forEachChild(visit)
  }
  visit(file)
  return found
}

describe("the admin's languages", () => {
  it("have the same keys", () => {
    expect(singular(keysOf(ar))).toEqual(singular(keysOf(en)))
  })

  it("have every plural form that their language knows", () => {
    const formsOf = (language: string, tree: object) => {
      const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories
      const keys = keysOf(tree)
      const plurals = new Set(keys.filter((key) => PLURAL.test(key)).map((key) => key.replace(PLURAL, "")))
      return [...plurals]
        .flatMap((key) => categories.map((form) => `${key}_${form}`))
        .filter((key) => !keys.includes(key))
    }
    expect(formsOf("en", en)).toEqual([])
    expect(formsOf("ar", ar)).toEqual([])
  })

  it("leave no text empty, and keep its variables", () => {
    const variables = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort()
    const english = new Map(textsOf(en))
    for (const [key, text] of textsOf(ar).filter(([key]) => !PLURAL.test(key))) {
      expect(text).not.toBe("")
      expect([key, variables(text)]).toEqual([key, variables(english.get(key) ?? "")])
    }
  })

  it("are Arabic where they say so", () => {
    const isArabic = (text: string) => /\p{Script=Arabic}/u.test(text)
    const words = textsOf(ar).filter(([, text]) => /\p{L}/u.test(text.replace(/\{\{\w+\}\}/g, "")))
    expect(words.filter(([, text]) => !isArabic(text))).toEqual([])
  })
})

describe("the admin's sources", () => {
  it("were found", () => {
    expect(sources.length).toBeGreaterThan(10)
  })

  it.each(sources)("%s: no text is hard-coded", (_, file) => {
    expect(hardCoded(file)).toEqual([])
  })

  it.each(sources)("%s: every text that it asks for exists", (_, file) => {
    const keys = keysOf(en)
    const missing = askedFor(file).filter((pattern) => !keys.some((key) => pattern.test(key)))
    expect(missing.map(({ source }) => source)).toEqual([])
  })

  it("ask for every text that there is", () => {
    const asked = sources.flatMap(([, file]) => askedFor(file))
    const unused = keysOf(en).filter((key) => !asked.some((pattern) => pattern.test(key)))
    expect(unused).toEqual([])
  })
})
