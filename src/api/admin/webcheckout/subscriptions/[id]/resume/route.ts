import { switchSubscription } from "../../../../../../workflows/subscription/switch-subscription"
import { withFailures } from "../../../with-failures"
import { answerSubscription } from "../../query-config"

/** Resumes the subscription at the gateway. Needs `extendedApi`. */
export const POST = withFailures(async (req, res) => {
  const { id } = req.params
  await switchSubscription(req.scope, { id, action: "resume", actor_id: req.auth_context.actor_id })
  await answerSubscription(req, res, id)
})
