import { copyFileSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { build } from "esbuild"

/** The storefront kit as ES modules, beside the CommonJS that the plugin's build writes. */
const BUILT = ".medusa/server/src/storefront"

const entries = readdirSync("src/storefront").filter((name) => name.endsWith(".ts"))
await build({
  entryPoints: entries.map((name) => join("src/storefront", name)),
  outdir: BUILT,
  outExtension: { ".js": ".mjs" },
  format: "esm",
  target: "es2020",
})
for (const name of entries) {
  copyFileSync(join(BUILT, name.replace(/ts$/, "d.ts")), join(BUILT, name.replace(/ts$/, "d.mts")))
}
