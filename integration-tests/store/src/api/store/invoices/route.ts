import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { Modules } from "@medusajs/framework/utils"
import { createPaymentSessionsWorkflow } from "@medusajs/medusa/core-flows"

/** A store's own use of payments without a cart: an invoice that is paid by a link. */
export async function POST(
  req: MedusaRequest<{ amount: number; currency_code: string }>,
  res: MedusaResponse
): Promise<void> {
  const payments = req.scope.resolve(Modules.PAYMENT)
  const { amount, currency_code } = req.body
  const collection = await payments.createPaymentCollections({ amount, currency_code })
  const { result: session } = await createPaymentSessionsWorkflow(req.scope).run({
    input: { payment_collection_id: collection.id, provider_id: "pp_webcheckout_default" },
  })
  res.json({ payment_collection_id: collection.id, payment_session: session })
}
