import { confirmSubscription } from "../../../../../../workflows/subscription/confirm-subscription"
import { withFailures } from "../../../with-failures"
import { answerSubscription } from "../../query-config"
import type { AdminConfirmSubscriptionType } from "../../validators"

/** A person has found the subscription in the gateway's dashboard. */
export const POST = withFailures<AdminConfirmSubscriptionType>(async (req, res) => {
  const { id } = req.params
  const { subscription_id } = req.validatedBody
  await confirmSubscription(req.scope, { id, subscription_id, actor_id: req.auth_context.actor_id })
  await answerSubscription(req, res, id)
})
