import { ATTENTION_REASONS } from "../modules/web-checkout/rules/case-reasons"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { z } from "@medusajs/framework/zod"
import { GATEWAY_ERROR_CODES } from "../gateway/errors"
import { CHECKOUT_EVENTS, PAY_LINK_EVENTS, SUBSCRIPTION_EVENTS } from "../modules/web-checkout/events"
import { optionsSchema } from "../modules/web-checkout/options"
import en from "../texts/en.json"
import { FINDINGS, type FindingCode } from "../workflows/doctor/findings"
import { apiRoutes } from "./api-routes"

const ROOT = join(__dirname, "../..")
const page = (name: string) => readFileSync(join(ROOT, "docs", name), "utf8")

/** The names that a text's tables have in their first column. */
const namesIn = (text: string) =>
  text
    .split("\n")
    .flatMap((line) => /^\| ([^|]+) \|/.exec(line)?.[1].match(/`[^`]+`/g) ?? [])
    .map((cell) => cell.slice(1, -1))

/** The names of the options, those of an object after its own and a dot. */
const optionNames = (schema: z.core.JSONSchema._JSONSchema | undefined, at: string[] = []): string[] =>
  typeof schema === "object" && schema.properties
    ? Object.entries(schema.properties).flatMap(([name, inner]) => optionNames(inner, [...at, name]))
    : [at.join(".")]

const DOCS = readdirSync(join(ROOT, "docs")).filter((name) => name.endsWith(".md"))

/** What the docs name of Medusa's own dashboard. */
const OF_MEDUSA = ["Settings", "Regions", "a region", "Edit", "Payment providers"]

const textsIn = (texts: object): string[] =>
  Object.values(texts).flatMap((text: unknown) => (typeof text === "string" ? [text] : textsIn(text as object)))

describe("the documentation", () => {
  it("has exactly one row for each option", () => {
    const [ofPlugin] = page("options.md").split("\n## ")
    const schema = z.toJSONSchema(optionsSchema, { io: "input", unrepresentable: "any" })
    const options = optionNames(schema).filter((name) => name !== "database")
    expect(namesIn(ofPlugin).toSorted()).toEqual(options.toSorted())
  })

  it.each<[string, string, readonly string[]]>([
    ["reason of a case", "payments-and-cases.md", ATTENTION_REASONS],
    ["error code", "troubleshooting.md", ["invalid_request", ...GATEWAY_ERROR_CODES]],
    ["finding of the self-check", "troubleshooting.md", Object.keys(FINDINGS).filter((code) => code !== "ok")],
    [
      "event",
      "events.md",
      [CHECKOUT_EVENTS, PAY_LINK_EVENTS, SUBSCRIPTION_EVENTS].flatMap((events) => Object.values<string>(events)),
    ],
  ])("has an entry for each %s in %s", (_, name, codes) => {
    const names = namesIn(page(name))
    expect(codes.filter((code) => !names.includes(code))).toEqual([])
  })

  it("lists exactly the tables, in the contributors' guide and in docs/data.md", () => {
    const migrations = join(ROOT, "src/modules/web-checkout/migrations")
    const sql = readdirSync(migrations).map((name) => readFileSync(join(migrations, name), "utf8"))
    const tables = [...sql.join().matchAll(/create table if not exists "?(webcheckout_\w+)/gi)].map(([, name]) => name)
    const ofTables = (text: string) => namesIn(text).filter((name) => name.startsWith("webcheckout_"))
    const guide = readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8")
    expect(ofTables(guide).toSorted()).toEqual([...new Set(tables)].toSorted())
    expect(ofTables(page("data.md")).toSorted()).toEqual([...new Set(tables)].toSorted())
    expect(tables.length).toBeLessThanOrEqual(11)
  })

  it("describes a finding as the self-check does", () => {
    const text = page("troubleshooting.md")
    const rows = Object.entries(en.webcheckout.setup.findings).map(
      ([code, { what, mend }]) => `| \`${code}\` | ${FINDINGS[code as FindingCode]} | ${what} | ${mend} |`
    )
    expect(rows.filter((row) => !text.includes(row))).toEqual([])
  })

  it("has an entry for each route of the API, with its method", () => {
    const documented = page("api.md")
      .replace(/:(order_id|collection_id|token)/g, ":id")
      .replaceAll("`GET` and `POST /", "`GET /")
    // A page and its button stand in one row.
    const routes = apiRoutes().map((route) => route.replace("POST /webcheckout/", "GET /webcheckout/"))
    const isThere = (route: string) => new RegExp(`\x60${route}[\x60?]`).test(documented)
    expect(routes.filter((route) => !isThere(route))).toEqual([])
  })

  it("names only buttons, views and states that exist in the admin", () => {
    const texts = textsIn(en)
    const names = new Set([...texts.map((text) => text.replace(" ({{number}})", "")), ...OF_MEDUSA])
    const named = ["README.md", ...DOCS.map((name) => join("docs", name))].flatMap((path) =>
      [...readFileSync(join(ROOT, path), "utf8").matchAll(/(?<!\*)\*([A-Z][^*\n]+)\*(?!\*)/g)].flatMap(([, name]) =>
        name.split(" → ").map((part) => ({ path, part }))
      )
    )
    expect(named.length).toBeGreaterThan(30)
    expect(named.filter(({ part }) => !names.has(part))).toEqual([])
  })

  it("shows only existing pictures, and no picture is unused", () => {
    const texts = [
      readFileSync(join(ROOT, "README.md"), "utf8"),
      ...readdirSync(join(ROOT, "docs"))
        .filter((name) => name.endsWith(".md"))
        .map(page),
    ].join("\n")
    const shown = new Set([...texts.matchAll(/images\/([\w-]+\.png)/g)].map(([, name]) => name))
    expect([...shown].toSorted()).toEqual(readdirSync(join(ROOT, "docs/images")).toSorted())
  })
})
