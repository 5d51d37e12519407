#!/usr/bin/env node
import { spawn } from "node:child_process"
import { createRequire } from "node:module"
import { join, relative } from "node:path"

const USAGE = `Usage: webcheckout doctor
       webcheckout sweep --since <date>

Run it in the folder of the Medusa store.

doctor  Checks how the plugin is set up: credentials, regions, addresses, locks, clock and notifications. Ends with 1 when something
        keeps payments from working.
sweep   Lists paid checkouts of the payment service since a date (2026-11-01) that look like this plugin's and are not in its ledger, for
        example because the database was restored from a backup. Needs extendedApi. Changes no payment; the list under Settings → Web
        checkout is replaced, and the bell rings if it is new. Ends with 1 when there are any, or a list is not reliable.`

/** Medusa runs the script in the store's folder, with the store's configuration. */
function run(name: string, args: string[] = []): void {
  const medusa = createRequire(join(process.cwd(), "package.json")).resolve("@medusajs/cli/cli.js")
  const script = relative(process.cwd(), join(__dirname, `${name}.js`))
  const child = spawn(process.execPath, [medusa, "exec", script, ...args], { stdio: "inherit" })
  child.on("exit", (code) => process.exit(code ?? 1))
}

const [command, ...rest] = process.argv.slice(2)

if (command === "doctor") {
  run("doctor")
} else if (command === "sweep" && rest[0] === "--since" && rest[1] !== undefined) {
  run("sweep", [rest[1]])
} else {
  console.error(USAGE)
  process.exit(command === "--help" ? 0 : 2)
}
