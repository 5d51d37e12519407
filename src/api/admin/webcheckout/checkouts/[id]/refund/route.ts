import { refundCase } from "../../../../../../workflows/refund/refund-case"
import { withFailures } from "../../../with-failures"
import { answerCheckout } from "../../query-config"
import type { AdminRefundCaseType } from "../../validators"

/** Gives a case's money back at the gateway, and lets Medusa follow. 400 with what to do where that cannot be done from here. */
export const POST = withFailures<AdminRefundCaseType>(async (req, res) => {
  await refundCase(req.scope, { id: req.params.id, actor_id: req.auth_context.actor_id, ...req.validatedBody })
  await answerCheckout(req, res)
})
