import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { WEB_CHECKOUT } from "../../../../../../modules/web-checkout"
import type { WebCheckoutService } from "../../../../../../modules/web-checkout/service"
import { requireExtended } from "../../../../../../workflows/require-extended"
import { explained } from "../../../../../../modules/web-checkout/medusa-error"
import { AdminGetSubscriptionPayments } from "../../validators"

/** The payment links sent so far, newest first as the gateway lists them. Needs `extendedApi`. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const { limit, offset } = AdminGetSubscriptionPayments.parse(req.validatedQuery)
  const service = req.scope.resolve<WebCheckoutService>(WEB_CHECKOUT)
  const row = await service.subscription(req.params.id)
  const gateway = requireExtended(service, row)
  const { subscription_id } = row
  if (subscription_id === null) {
    res.json({ payments: [], count: 0, offset, limit })
    return
  }
  const page = await explained(() =>
    gateway.listSubscriptionPayments(subscription_id, { page: offset / limit, size: limit })
  )
  const payments = page.content.map(({ id, displayId, timestamp, cancelled, checkout }) => ({
    id,
    display_id: displayId ?? null,
    sent_at: timestamp ?? null,
    cancelled: cancelled ?? false,
    checkout: checkout
      ? { id: checkout.id, status: checkout.status, amount: checkout.amount, currency_code: checkout.currency }
      : null,
  }))
  res.json({ payments, count: page.totalElements, offset, limit })
}
