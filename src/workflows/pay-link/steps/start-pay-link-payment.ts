import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { startPayment } from "../start-payment"

/** Begins to pay what a link asks for. Nothing is compensated: a page that nobody pays costs nothing. */
export const startPayLinkPaymentStep = createStep(
  "webcheckout-start-pay-link-payment",
  async ({ id }: { id: string }, { container }) => new StepResponse(await startPayment(container, id))
)
