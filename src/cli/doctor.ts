import type { ExecArgs } from "@medusajs/framework/types"
import { checkSetup } from "../workflows/doctor/check-setup"
import { exitCodeOf, reportOf } from "../workflows/doctor/diagnosis"

/** The self-check for a terminal: run by `webcheckout doctor`, or by `medusa exec`. Ends with 1 when something is wrong. */
export default async function doctor({ container }: ExecArgs): Promise<void> {
  const findings = await checkSetup(container)
  process.stdout.write(`${reportOf(findings)}\n`)
  process.exitCode = exitCodeOf(findings)
}
