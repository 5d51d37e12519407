import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import reconcileCheckouts from "medusa-payment-webcheckout/jobs/reconcile-checkouts"

interface Ledger {
  makeDue(checkoutId: string): Promise<void>
}

/** Runs the plugin's job now instead of at the next minute, for the checkouts that are named. */
export async function POST(req: MedusaRequest<{ checkout_ids?: string[] }>, res: MedusaResponse): Promise<void> {
  const ledger = req.scope.resolve<Ledger>("webCheckout")
  for (const id of req.body.checkout_ids ?? []) {
    await ledger.makeDue(id)
  }
  await reconcileCheckouts(req.scope)
  res.json({ done: true })
}
