import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import reconcileCheckouts from "medusa-payment-webcheckout/jobs/reconcile-checkouts"

/** Runs the plugin's job now instead of at the next minute. */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  await reconcileCheckouts(req.scope)
  res.json({ done: true })
}
