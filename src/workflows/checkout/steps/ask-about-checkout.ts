import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"
import { withMedusaErrors } from "../../../modules/web-checkout/errors"
import { ANSWER_GOOD_FOR_MS } from "../../../modules/web-checkout/rules/check-times"
import { mayHaveChanged } from "../../../modules/web-checkout/rules/decide"

export interface AskInput {
  /** The ledger row's id. */
  id: string
  /** Ask even about a row whose books agree, and whatever was answered a moment ago. */
  force?: boolean
}

/**
 * Asks the gateway about a row, unless there is nothing left to learn. Writing the answer into the ledger is idempotent,
 * so there is nothing to compensate.
 *
 * @throws MedusaError, with the gateway's error code, when it gave no definite answer
 */
export const askAboutCheckoutStep = createStep(
  "webcheckout-ask-about-checkout",
  async ({ id, force }: AskInput, { container }) => {
    const { checkouts } = container.resolve(WEB_CHECKOUT)
    const row = await checkouts.retrieve(id)
    const asked = mayHaveChanged(row, force)
      ? await withMedusaErrors(() => checkouts.ask(row, { maxAgeMs: force ? 0 : ANSWER_GOOD_FOR_MS }))
      : row
    return new StepResponse(asked)
  }
)
