import { model } from "@medusajs/framework/utils"
import { SUBSCRIPTION_ACTIONS } from "../subscription"

/** Who did what about a subscription, and when. Only ever added to. */
export const WebcheckoutSubscriptionAction = model
  .define("webcheckout_subscription_action", {
    id: model.id({ prefix: "wsac" }).primaryKey(),
    webcheckout_subscription_id: model.text(),
    action: model.enum([...SUBSCRIPTION_ACTIONS]),
    /** The admin user's id; null for what the plugin did by itself. */
    actor_id: model.text().nullable(),
    note: model.text().nullable(),
  })
  .indexes([{ on: ["webcheckout_subscription_id", "created_at"] }])
