import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { orderWords as arabicOfOrders, words as arabic } from "../ar"
import { orderWords as englishOfOrders, words as english } from "../en"
import { ORDER_PAYMENT_STATES, OUTCOMES } from "../index"
import { PAY_LINK_STATES } from "../../modules/web-checkout/rules/pay-link"

const KIT = join(__dirname, "..")
const ESBUILD = join(__dirname, "../../../node_modules/esbuild/bin/esbuild")
const MOST_BYTES = 2048

const files = readdirSync(KIT).filter((name) => name.endsWith(".ts"))

function minified(code: string): Buffer {
  const args = ["--bundle", "--minify", "--format=esm", "--tree-shaking=true", "--loader=ts"]
  return execFileSync(ESBUILD, args, { input: code, cwd: KIT })
}

describe("the storefront kit", () => {
  it.each(files)("%s is under 2 kB gzipped, with everything it brings along", (name) => {
    const size = gzipSync(minified(`export * from "./${name}"`)).length
    expect(size).toBeLessThan(MOST_BYTES)
    console.info(`storefront/${name}: ${size} bytes gzipped`)
  })

  it.each(files)("%s depends on nothing outside of it", (name) => {
    const imports = [...readFileSync(join(KIT, name), "utf8").matchAll(/from "([^"]+)"/g)].map(([, from]) => from)
    expect(imports.filter((from) => !from.startsWith("./"))).toEqual([])
  })

  it("leaves out unused functions", () => {
    const whole = minified('export * from "./index"').length
    const reading = minified('export { readOutcome } from "./index"').length
    expect(reading).toBeLessThan(whole / 2)
  })

  it.each([
    ["outcome in English", english, OUTCOMES],
    ["outcome in Arabic", arabic, OUTCOMES],
    ["order's payment in English", englishOfOrders, ORDER_PAYMENT_STATES],
    ["order's payment in Arabic", arabicOfOrders, ORDER_PAYMENT_STATES],
  ])("has words for every %s: what happened, and what to do next", (_, words, all) => {
    expect(Object.keys(words).sort()).toEqual([...all].sort())
    expect(
      Object.values(words)
        .flatMap((word) => Object.values(word))
        .every((text) => text.length > 2)
    ).toBe(true)
  })

  it("knows every state in the store's answers", () => {
    expect(ORDER_PAYMENT_STATES).toEqual(PAY_LINK_STATES)
  })
})
