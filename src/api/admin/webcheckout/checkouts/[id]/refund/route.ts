import { refundCase } from "../../../../../../workflows/refund/refund-case"
import { withFailures } from "../../../with-failures"
import { answerCheckout } from "../../query-config"
import type { AdminRefundCaseType } from "../../validators"

/** Refunds a case's money at the gateway and updates Medusa. Answers 400 with what to do if it cannot be refunded from here. */
export const POST = withFailures<AdminRefundCaseType>(async (req, res) => {
  await refundCase(req.scope, { id: req.params.id, actor_id: req.auth_context.actor_id, ...req.validatedBody })
  await answerCheckout(req, res)
})
