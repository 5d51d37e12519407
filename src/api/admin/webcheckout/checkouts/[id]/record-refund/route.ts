import { recordOutsideRefund } from "../../../../../../workflows/refund/record-outside-refund"
import { withFailures } from "../../../with-failures"
import { answerCheckout } from "../../query-config"
import type { AdminRecordRefundType } from "../../validators"

/** Records in Medusa the refund that was made in the gateway's dashboard. Nothing is sent to the gateway. */
export const POST = withFailures<AdminRecordRefundType>(async (req, res) => {
  await recordOutsideRefund(req.scope, { id: req.params.id, actor_id: req.auth_context.actor_id, ...req.validatedBody })
  await answerCheckout(req, res)
})
