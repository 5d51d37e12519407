import { GatewayError } from "../../gateway/errors"
import type { ExtendedGatewayClient } from "../../gateway/extended-client"
import type { Subscription } from "../../gateway/schemas"

const TARGET = { pause: "INACTIVE", resume: "ACTIVE" } as const

/** Pauses or resumes, unless it is in that state already; a lost answer is resolved by asking. */
export async function bringSubscriptionTo(
  gateway: ExtendedGatewayClient,
  subscriptionId: string,
  action: "pause" | "resume"
): Promise<Subscription> {
  const now = await gateway.getSubscription(subscriptionId)
  return now.status === TARGET[action] ? now : switchTo(gateway, subscriptionId, action)
}

async function switchTo(
  gateway: ExtendedGatewayClient,
  subscriptionId: string,
  action: "pause" | "resume"
): Promise<Subscription> {
  try {
    return action === "pause"
      ? await gateway.pauseSubscription(subscriptionId)
      : await gateway.resumeSubscription(subscriptionId)
  } catch (error) {
    const isLost = error instanceof GatewayError && error.mayHaveHappened
    const now = isLost ? await gateway.getSubscription(subscriptionId) : undefined
    if (now?.status === TARGET[action]) {
      return now
    }
    throw error
  }
}
