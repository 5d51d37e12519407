import { syncCheckoutWorkflow } from "../../../../../../workflows/checkout/workflows/sync-checkout"
import { withFailures } from "../../../with-failures"
import { answerCheckout } from "../../answer"

/** Asks the gateway now, and lets Medusa follow. 503 when the gateway is away: nothing has changed then. */
export const POST = withFailures(async (req, res) => {
  await syncCheckoutWorkflow(req.scope).run({ input: { id: req.params.id, actor_id: req.auth_context.actor_id } })
  await answerCheckout(req, res)
})
