import { syncSubscription } from "../../../../../../workflows/subscription/sync-subscription"
import { withFailures } from "../../../with-failures"
import { answerSubscription } from "../../query-config"

/** Brings the subscription to what the gateway shows. Needs `extendedApi`. */
export const POST = withFailures(async (req, res) => {
  const { id } = req.params
  await syncSubscription(req.scope, { id, actor_id: req.auth_context.actor_id })
  await answerSubscription(req, res, id)
})
