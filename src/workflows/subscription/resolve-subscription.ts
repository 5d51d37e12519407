import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { notAllowed } from "../../modules/web-checkout/errors"
import type { SubscriptionActionInput } from "./switch-subscription"

/**
 * Closes a subscription's case. The history is written first: a closed case always shows who closed it.
 *
 * @param input.note how a person has handled it
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED if there is no open case, or it has changed meanwhile
 */
export async function resolveSubscription(
  container: MedusaContainer,
  { id, actor_id, note }: SubscriptionActionInput & { note: string }
): Promise<void> {
  const { subscriptions, history } = container.resolve(WEB_CHECKOUT)
  const { attention } = await subscriptions.retrieve(id)
  if (attention === null) {
    throw notAllowed("This subscription has no open case.")
  }
  await history.record({ subject_id: id, action: "resolve", actor_id, note })
  if (!(await subscriptions.closeCase(id, attention))) {
    throw notAllowed("The case has changed meanwhile. Reload the page.")
  }
}
