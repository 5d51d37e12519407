import { model } from "@medusajs/framework/utils"

/** A cart that was completed without being paid yet: the order it becomes gets a pay link, whatever event is lost. */
export const WebcheckoutPayLater = model
  .define("webcheckout_pay_later", {
    id: model.id({ prefix: "wplat" }).primaryKey(),
    payment_session_id: model.text().unique(),
    payment_collection_id: model.text(),
    environment: model.text(),
    order_id: model.text().nullable(),
    /** Whether its link is made, and the mail with it on its way. */
    is_seen_to: model.boolean().default(false),
  })
  .indexes([{ on: ["payment_collection_id"] }])
