import { sendSubscriptionAgain } from "../../../../../../workflows/subscription/send-subscription-again"
import { withFailures } from "../../../with-failures"
import { answerSubscription } from "../../query-config"

/** Sends a subscription again, after a person has checked that the gateway does not have it. */
export const POST = withFailures(async (req, res) => {
  const { id } = req.params
  await sendSubscriptionAgain(req.scope, { id, actor_id: req.auth_context.actor_id })
  await answerSubscription(req, res, id)
})
