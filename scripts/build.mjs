import { execFileSync, spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join, relative, resolve } from "node:path"
import { parseArgs } from "node:util"
import { build } from "esbuild"

/**
 * Builds both packages: the plugin (.medusa/server) and the storefront kit (src/storefront/dist), and unpacks the kit as it is
 * published where the tests and the demo import it. A finished build is stamped with what it was made of and what came out, so
 * that neither half a build nor one of older source passes as a build.
 *
 * - `--if-needed` builds unless the stamp is that of the files as they are now.
 * - `--as-built` builds nothing, and takes what was copied here for a build of the files that are here.
 * - `--check` builds nothing and fails unless there is a finished build of the source as it is now, and as it was built; with
 *   `--planted` what was built may differ.
 */
const ROOT = resolve(import.meta.dirname, "..")
const PLUGIN = join(ROOT, ".medusa/server/src")
const KIT = join(ROOT, "src/storefront")
const KIT_BUILT = join(KIT, "dist")
const KIT_INSTALLED = join(ROOT, "integration-tests/node_modules/medusa-payment-webcheckout-storefront")

const STAMP = join(ROOT, ".medusa/built-from")
const MADE_OF = [
  "src",
  "scripts/build.mjs",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "tsconfig.check.json",
]
const CAME_OUT = [PLUGIN, KIT_BUILT, KIT_INSTALLED]

/** Runs an installed command, whose words are shown only where it fails. */
function run(command, args) {
  const options = { cwd: ROOT, encoding: "utf8" }
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, "node_modules", command), ...args],
    options
  )
  if (status !== 0) {
    throw new Error(`${command} failed.\n${stdout}${stderr}`)
  }
}

async function buildPlugin() {
  run("@medusajs/cli/cli.js", ["plugin:build"])
  stripSourceMaps()
  await bundlePhoneNumbers()
}

/** libphonenumber-js into the one file that uses it: a store would install 10 MB for 150 kB of it. */
async function bundlePhoneNumbers() {
  const licence = readFileSync(join(ROOT, "node_modules/libphonenumber-js/LICENSE"), "utf8")
  await build({
    entryPoints: [join(ROOT, "src/gateway/phone.ts")],
    outfile: join(PLUGIN, "gateway/phone.js"),
    allowOverwrite: true,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    minifySyntax: true,
    minifyWhitespace: true,
    banner: { js: `/*! libphonenumber-js\n\n${licence.trim()}\n*/` },
  })
}

/**
 * Medusa's build writes each file's source map into the file, a third of what would be published, and Node reads none of them
 * unless it is told to. What is built stays readable without.
 */
function stripSourceMaps() {
  for (const name of readdirSync(PLUGIN, { recursive: true })) {
    if (name.endsWith(".js")) {
      const path = join(PLUGIN, name)
      writeFileSync(path, readFileSync(path, "utf8").replace(/\n\/\/# sourceMappingURL=data:\S+\s*$/, "\n"))
    }
  }
}

/** The kit as CommonJS and as ES modules, each with types of its own. */
async function buildKit() {
  rmSync(KIT_BUILT, { recursive: true, force: true })
  const names = readdirSync(KIT).filter((name) => name.endsWith(".ts"))
  const sources = names.map((name) => join(KIT, name))
  for (const [format, js] of [
    ["cjs", ".js"],
    ["esm", ".mjs"],
  ]) {
    await build({ entryPoints: sources, outdir: KIT_BUILT, outExtension: { ".js": js }, format, target: "es2020" })
  }
  run("typescript/bin/tsc", ["-p", KIT])
  for (const name of names.map((name) => name.replace(/\.ts$/, ""))) {
    const types = readFileSync(join(KIT_BUILT, `${name}.d.ts`), "utf8")
    writeFileSync(join(KIT_BUILT, `${name}.d.mts`), types.replace(/from "(\.\/\w+)"/g, 'from "$1.mjs"'))
  }
}

/** The kit's tarball, unpacked. */
function installKit() {
  const options = { cwd: KIT, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }
  const [{ filename }] = JSON.parse(execFileSync("npm", ["pack", "--json", "--ignore-scripts"], options))
  const tarball = join(KIT, filename)
  rmSync(KIT_INSTALLED, { recursive: true, force: true })
  mkdirSync(KIT_INSTALLED, { recursive: true })
  execFileSync("tar", ["-xzf", tarball, "-C", KIT_INSTALLED, "--strip-components=1"])
  rmSync(tarball)
}

/** @returns a digest of these files and folders: their names and what is in them, without what is built and without tests. */
function digestOf(paths) {
  const hash = createHash("sha256")
  for (const path of paths.map((path) => resolve(ROOT, path))) {
    for (const file of filesOf(path)) {
      hash.update(relative(ROOT, file)).update("\0").update(readFileSync(file)).update("\0")
    }
  }
  return hash.digest("hex")
}

function filesOf(path) {
  if (!existsSync(path)) {
    return []
  }
  if (!statSync(path).isDirectory()) {
    return [path]
  }
  return readdirSync(path)
    .sort()
    .map((name) => join(path, name))
    .filter((child) => child !== KIT_BUILT && !child.endsWith("__tests__"))
    .flatMap(filesOf)
}

async function buildAll() {
  const started = Date.now()
  process.stdout.write("Building the plugin and the storefront kit … ")
  rmSync(STAMP, { force: true })
  const source = digestOf(MADE_OF)
  await buildKit()
  installKit()
  await buildPlugin()
  writeStamp(source)
  console.log(`${((Date.now() - started) / 1000).toFixed(1)} s`)
}

function writeStamp(source) {
  // Under its name only when it is whole.
  writeFileSync(`${STAMP}.new`, JSON.stringify({ source, built: digestOf(CAME_OUT) }))
  renameSync(`${STAMP}.new`, STAMP)
}

const { values } = parseArgs({
  options: {
    "if-needed": { type: "boolean" },
    "as-built": { type: "boolean" },
    check: { type: "boolean" },
    planted: { type: "boolean" },
  },
})
const stamp = existsSync(STAMP) ? JSON.parse(readFileSync(STAMP, "utf8")) : undefined
const isOfThisSource = stamp?.source === digestOf(MADE_OF)
const isAsBuilt = () => values.planted || stamp.built === digestOf(CAME_OUT)
if (values.check) {
  process.exitCode = isOfThisSource && isAsBuilt() ? 0 : 1
} else if (values["as-built"]) {
  writeStamp(digestOf(MADE_OF))
} else if (!values["if-needed"] || !isOfThisSource || !isAsBuilt()) {
  await buildAll()
}
