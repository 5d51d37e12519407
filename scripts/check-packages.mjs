import { spawnSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"

/**
 * Packs both packages as npm would publish them and asks publint and @arethetypeswrong/cli whether everyone who installs them
 * finds what they import, with its types. What .attw.json leaves out of the plugin has its reason in CONTRIBUTING.
 */
const ROOT = resolve(import.meta.dirname, "..")
const versionOf = (folder) => JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8")).version

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: "inherit" })
  if (status !== 0) {
    process.exitCode = 1
  }
}

if (versionOf(".") !== versionOf("src/storefront")) {
  console.error(
    `The plugin is ${versionOf(".")}, the storefront kit ${versionOf("src/storefront")}: they are published together.`
  )
  process.exitCode = 1
}

const packed = mkdtempSync(join(tmpdir(), "packages-"))
try {
  run("npm", ["run", "--silent", "pack-both", "--", "--pack-destination", packed])
  const tarballs = readdirSync(packed)
  if (tarballs.length !== 2) {
    throw new Error(`npm pack made ${tarballs.length} packages, not the plugin and its storefront kit.`)
  }
  for (const name of tarballs) {
    run("npx", ["publint", "run", join(packed, name), "--strict"])
    // The kit is imported by storefronts of every kind: for it nothing is left out.
    const whole = name.includes("storefront") ? ["--profile", "strict", "--config-path", "/dev/null"] : []
    run("npx", ["attw", join(packed, name), "--format", "table-flipped", ...whole])
  }
} finally {
  rmSync(packed, { recursive: true, force: true })
}
