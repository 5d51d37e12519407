import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"

const load = createRequire(__filename)

/** The plugin's jobs are no part of its face: found in its package, where Medusa finds them. */
const JOBS = join(dirname(load.resolve("medusa-payment-webcheckout/package.json")), ".medusa/server/src/jobs")

/** Runs one of the plugin's jobs now instead of at its time. */
export async function POST(req: MedusaRequest<{ job?: string }>, res: MedusaResponse): Promise<void> {
  const { default: run }: { default: (container: MedusaContainer) => Promise<void> } = load(
    join(JOBS, `${req.body?.job ?? "reconcile-checkouts"}.js`)
  )
  await run(req.scope)
  res.json({ done: true })
}
