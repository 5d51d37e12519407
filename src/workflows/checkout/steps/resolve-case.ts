import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"

/** Closes a checkout's case. @throws MedusaError NOT_FOUND; NOT_ALLOWED when it needs nobody, or has become another case */
export const resolveCaseStep = createStep(
  "webcheckout-resolve-case",
  async ({ id, case: seen }: { id: string; case?: string }, { container }) =>
    new StepResponse(await container.resolve(WEB_CHECKOUT).cases.resolve(id, seen))
)
