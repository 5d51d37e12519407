import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"

const load = createRequire(__filename)

/** The plugin's job is no part of its face: found in its package, where Medusa finds it. */
const JOB = join(
  dirname(load.resolve("medusa-payment-webcheckout/package.json")),
  ".medusa/server/src/jobs/reconcile-checkouts.js"
)

/** Runs the plugin's job now instead of at the next minute. */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { default: reconcileCheckouts }: { default: (container: MedusaContainer) => Promise<void> } = load(JOB)
  await reconcileCheckouts(req.scope)
  res.json({ done: true })
}
