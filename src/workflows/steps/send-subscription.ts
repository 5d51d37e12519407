import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { InvalidRequestError } from "../../gateway/client"
import { GatewayError } from "../../gateway/errors"
import type { SubscriptionRequest } from "../../gateway/schemas"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import type { WebCheckoutService } from "../../modules/web-checkout/service"
import type { SubscriptionRow } from "../../modules/web-checkout/subscription"
import { answerOf } from "../subscription-answer"

/**
 * POST /subscription, once. There is no requestId: sent twice, the customer gets two recurring links. So an outcome that is
 * not known is written down as unconfirmed, and only a person sends again. Nothing to compensate: what was sent stays sent.
 */
export const sendSubscriptionStep = createStep(
  "webcheckout-send-subscription",
  async ({ id, isDue }: { id: string; isDue: boolean }, { container }) => {
    const service = container.resolve<WebCheckoutService>(WEB_CHECKOUT)
    const row = await service.subscription(id)
    return new StepResponse(isDue && row.status === "creating" ? await send(service, row) : row)
  }
)

async function send(service: WebCheckoutService, row: SubscriptionRow): Promise<SubscriptionRow> {
  try {
    const created = await service.gateway(row.account).createSubscription(requestOf(row))
    return await service.recordSubscriptionCreated(row.id, answerOf(created, service.options.extendedApi))
  } catch (error) {
    if (error instanceof GatewayError) {
      const status = error.mayHaveHappened ? "unconfirmed" : "rejected"
      return service.recordSubscriptionFailed(row.id, status, error.message)
    }
    if (error instanceof InvalidRequestError) {
      return service.recordSubscriptionFailed(row.id, "rejected", error.message)
    }
    throw error
  }
}

function requestOf(row: SubscriptionRow): SubscriptionRequest {
  return {
    description: row.description,
    currency: row.currency_code,
    amount: row.amount,
    ...(row.gateway_customer_id
      ? { customerId: row.gateway_customer_id }
      : {
          customer: {
            id: row.customer_id ?? undefined,
            firstName: row.first_name ?? "",
            lastName: row.last_name ?? "",
            email: row.email ?? "",
            phone: row.phone ?? undefined,
          },
        }),
    startDate: row.start_date,
    endDate: row.end_date ?? undefined,
    sendOnHour: row.send_on_hour,
    sendEvery: row.send_every,
  }
}
