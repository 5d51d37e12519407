import { model } from "@medusajs/framework/utils"
import { ACTIONS, MOMENTS } from "../rules/ledger"
import { SUBSCRIPTION_ACTIONS } from "../rules/subscription-states"

/**
 * What happened to a checkout or a subscription, who did it, and when. Only ever added to. What the gateway answered, and when a case
 * began and ended, a trigger on the ledger's table writes with the change itself, so that none is missing (see the migration).
 */
export const WebcheckoutHistory = model
  .define("webcheckout_history", {
    id: model.id({ prefix: "whis" }).primaryKey(),
    /** The checkout's or the subscription's. */
    subject_id: model.text(),
    what: model.enum([...new Set([...MOMENTS, ...ACTIONS, ...SUBSCRIPTION_ACTIONS])]),
    /** Of an answer the gateway's status, of a case its reason. */
    detail: model.text().nullable(),
    /** How much had gone back by then, in major units; null where the gateway does not tell, or it is about something else. */
    refunded: model.text().nullable(),
    /** The admin user's id, or the plugin; null for what happened by itself. */
    actor_id: model.text().nullable(),
    note: model.text().nullable(),
  })
  .indexes([{ on: ["subject_id", "created_at"] }])
