import { model } from "@medusajs/framework/utils"
import { MOMENTS } from "../rules/ledger"

/**
 * What happened to a ledger row, and when. Only ever added to, and by the database itself: a trigger on the ledger's table writes
 * it with the change, whoever made that, so that none is missing (see the migration that makes it).
 */
export const WebcheckoutMoment = model
  .define("webcheckout_moment", {
    id: model.id({ prefix: "wmom" }).primaryKey(),
    ledger_id: model.text(),
    what: model.enum([...MOMENTS]),
    /** The gateway's status, or the case's reason. */
    detail: model.text().nullable(),
    /** How much had gone back by then, in major units; null where the gateway does not tell, or it is about something else. */
    refunded: model.text().nullable(),
  })
  .indexes([{ on: ["ledger_id", "created_at"] }])
