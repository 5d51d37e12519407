import type { ExecArgs } from "@medusajs/framework/types"
import { checkSetup } from "../workflows/doctor/check-setup"
import { exitCodeOf, reportOf } from "../workflows/doctor/findings"

/** The self-check in a terminal: run by `webcheckout doctor`, or by `medusa exec`. The exit code is 1 if it finds an error. */
export default async function doctor({ container }: ExecArgs): Promise<void> {
  const findings = await checkSetup(container)
  process.stdout.write(`${reportOf(findings)}\n`)
  process.exitCode = exitCodeOf(findings)
}
