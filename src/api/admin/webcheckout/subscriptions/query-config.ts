import { TERMS } from "../../../../modules/web-checkout/subscription"
import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { describeSubscription } from "../../../../workflows/subscription/list-subscriptions"
import { actionRoutes } from "../../../route-makers"

/** The fields of a subscription in the admin. */
export const adminSubscriptionFields: string[] = [
  "id",
  "status",
  ...TERMS,
  "raw_amount",
  "subscription_id",
  "display_id",
  "failure",
  "attention",
  "erased_at",
  "environment",
  "account",
  "sent_at",
  "last_checked_at",
  "created_at",
  "updated_at",
]

/** Additional fields, for users who may read customers. */
const customerFields = ["customer.id", "customer.email", "customer.first_name", "customer.last_name"]

const config = { defaults: adminSubscriptionFields, allowed: [...adminSubscriptionFields, ...customerFields] }

export const listSubscriptionsQueryConfig = { ...config, isList: true, defaultLimit: 20 }

export const retrieveSubscriptionQueryConfig = { ...config, isList: false }

/** Responds with a subscription and its history. @throws MedusaError NOT_FOUND */
export async function answerSubscription(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse,
  id: string,
  fields = adminSubscriptionFields
): Promise<void> {
  res.json({ subscription: await describeSubscription(req.scope, id, fields) })
}

/** Makes a route that acts on a subscription. */
export const subscriptionAction = actionRoutes(async (req, res) => answerSubscription(req, res, req.params.id))
