import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"

/** Ends a pay link, with all of its addresses. @throws MedusaError NOT_FOUND; NOT_ALLOWED when it is over already */
export const endPayLinkStep = createStep(
  "webcheckout-end-pay-link",
  async ({ id, actor_id }: { id: string; actor_id: string }, { container }) =>
    new StepResponse(await container.resolve(WEB_CHECKOUT).payLinks.end(id, actor_id))
)
