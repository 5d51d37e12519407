import { syncCheckout } from "../../../../../../workflows/checkout/sync-checkout"
import { withFailures } from "../../../with-failures"
import { answerCheckout } from "../../query-config"

/** Asks the gateway now, and updates Medusa. Answers 503, with nothing changed, if the gateway cannot be reached. */
export const POST = withFailures(async (req, res) => {
  await syncCheckout(req.scope, { id: req.params.id, actor_id: req.auth_context.actor_id })
  await answerCheckout(req, res)
})
