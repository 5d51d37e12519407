import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { safeWords } from "../../modules/web-checkout/errors"
import { settleCheckoutWorkflow } from "../checkout/workflows/settle-checkout"
import type { RefundCaseInput } from "./make-case-refund"
import { refundCaseWorkflow } from "./workflows/refund-case"

/**
 * A person gives a case's money back, and Medusa follows: a run of its own, since what went back is not taken back. Should
 * Medusa not follow at once, the case stays one.
 *
 * @throws what refundCaseWorkflow throws
 */
export async function refundCase(container: MedusaContainer, input: RefundCaseInput): Promise<void> {
  await refundCaseWorkflow(container).run({ input })
  const { errors } = await settleCheckoutWorkflow(container).run({
    input: { id: input.id, force: true, ignore_wait: true, ignore_resolved: true },
    throwOnError: false,
  })
  if (errors?.length) {
    const logger: Logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    logger.warn(
      `medusa-payment-webcheckout: checkout ${input.id} was refunded, but could not be recorded in Medusa: ${safeWords(errors[0].error)}`
    )
  }
}
