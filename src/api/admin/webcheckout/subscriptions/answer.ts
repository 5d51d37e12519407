import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { describeSubscription } from "../../../../workflows/subscription/list-subscriptions"
import { adminSubscriptionFields } from "./query-config"

/** Answers with a subscription as the admin reads it, and what was done about it. @throws MedusaError NOT_FOUND */
export async function answerSubscription(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse,
  id: string,
  fields = adminSubscriptionFields
): Promise<void> {
  res.json({ subscription: await describeSubscription(req.scope, id, fields) })
}
