import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { recordOutsideRefundWorkflow } from "../../../../../../workflows/record-outside-refund"
import { answerCheckout } from "../../act"
import type { AdminRecordRefundType } from "../../validators"

/** Records in Medusa the refund that was made in the gateway's dashboard. Nothing is sent to the gateway. */
export async function POST(req: AuthenticatedMedusaRequest<AdminRecordRefundType>, res: MedusaResponse): Promise<void> {
  await recordOutsideRefundWorkflow(req.scope).run({
    input: { id: req.params.id, actor_id: req.auth_context.actor_id, ...req.validatedBody },
  })
  await answerCheckout(req, res)
}
