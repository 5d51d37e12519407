import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"

/** Closes a checkout's case. @throws MedusaError NOT_FOUND; NOT_ALLOWED when it needs nobody */
export const resolveCaseStep = createStep(
  "webcheckout-resolve-case",
  async ({ id }: { id: string }, { container }) =>
    new StepResponse(await container.resolve(WEB_CHECKOUT).cases.resolve(id))
)
