#!/usr/bin/env node
import { spawn } from "node:child_process"
import { createRequire } from "node:module"
import { join, relative } from "node:path"

const USAGE = `Usage: webcheckout doctor

Checks how the plugin is set up, from the folder of the Medusa store: credentials, regions, addresses, locks, clock and
notifications. Ends with 1 when something keeps payments from working.`

/** Medusa runs the check in the store's own folder, with the store's own configuration. */
function doctor(): void {
  const medusa = createRequire(join(process.cwd(), "package.json")).resolve("@medusajs/cli/cli.js")
  const script = relative(process.cwd(), join(__dirname, "doctor.js"))
  const child = spawn(process.execPath, [medusa, "exec", script], { stdio: "inherit" })
  child.on("exit", (code) => process.exit(code ?? 1))
}

if (process.argv[2] === "doctor") {
  doctor()
} else {
  console.error(USAGE)
  process.exit(process.argv[2] === "--help" ? 0 : 2)
}
