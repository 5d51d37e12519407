import { model } from "@medusajs/framework/utils"
import { ACTIONS } from "../rules/ledger"

/** Who did what about a ledger row, and when. Only ever added to. */
export const WebcheckoutAction = model
  .define("webcheckout_action", {
    id: model.id({ prefix: "wact" }).primaryKey(),
    ledger_id: model.text(),
    action: model.enum([...ACTIONS]),
    /** The admin user's id. */
    actor_id: model.text(),
    note: model.text().nullable(),
  })
  .indexes([{ on: ["ledger_id", "created_at"] }])
