import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { z } from "@medusajs/framework/zod"
import { GATEWAY_ERROR_CODES } from "../gateway/errors"
import { CHECKOUT_EVENTS, PAY_LINK_EVENTS, SUBSCRIPTION_EVENTS } from "../modules/web-checkout/events"
import { optionsSchema } from "../modules/web-checkout/options"
import { ATTENTION_REASONS } from "../modules/web-checkout/rules/ledger"
import { FINDINGS } from "../workflows/doctor/diagnosis"

const ROOT = join(__dirname, "../..")
const page = (name: string) => readFileSync(join(ROOT, "docs", name), "utf8")

/** The names that a page's tables have in their first column. */
const rowsOf = (name: string) =>
  page(name)
    .split("\n")
    .flatMap((line) => /^\| ([^|]+) \|/.exec(line)?.[1].match(/`[^`]+`/g) ?? [])
    .map((cell) => cell.slice(1, -1))

/** The names of the options, those of an object by its dot. */
const optionNames = (schema: z.ZodType, at: string[] = []): string[] => {
  const { properties } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })
  return Object.entries(properties ?? {}).flatMap(([name, of]) =>
    typeof of === "object" && of.properties
      ? Object.keys(of.properties).flatMap((inner) => {
          const deeper = of.properties?.[inner]
          return typeof deeper === "object" && deeper.properties
            ? Object.keys(deeper.properties).map((last) => [...at, name, inner, last].join("."))
            : [[...at, name, inner].join(".")]
        })
      : [[...at, name].join(".")]
  )
}

describe("the documentation", () => {
  it("has a row for each option, and for nothing else", () => {
    const [ofPlugin] = page("options.md").split("\n## ")
    const documented = ofPlugin
      .split("\n")
      .flatMap((line) => /^\| ([^|]+) \|/.exec(line)?.[1].match(/`[^`]+`/g) ?? [])
      .map((cell) => cell.slice(1, -1))
    const options = optionNames(optionsSchema).filter((name) => name !== "database")
    expect(documented.toSorted()).toEqual(options.toSorted())
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
    const rows = rowsOf(name)
    expect(codes.filter((code) => !rows.includes(code))).toEqual([])
  })

  it("says of a finding what the self-check says", () => {
    const text = page("troubleshooting.md")
    const missing = Object.entries(FINDINGS).filter(([code, { what }]) => code !== "ok" && !text.includes(what))
    expect(missing).toEqual([])
  })

  it("has an entry for each route of the API", () => {
    const routes = readdirSync(join(ROOT, "src/api"), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith("/route.ts"))
      .map((file) => `/${file.replace("/route.ts", "").replace(/\[\w+\]/g, ":id")}`)
    const documented = page("api.md").replace(/:(order_id|collection_id|token)/g, ":id")
    const isThere = (route: string) =>
      documented.includes(route) || documented.includes(`\`${route.replace(/^.*(?=\/\w+$)/, "")}\``)
    expect(routes.filter((route) => !isThere(route))).toEqual([])
  })

  it("shows pictures that exist, and has none that nothing shows", () => {
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
