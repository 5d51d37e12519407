import { model } from "@medusajs/framework/utils"

/** A link with which anybody who holds it pays what an order owes, or a part of that. Never linked, so never read by a shopper. */
export const WebcheckoutPayLink = model
  .define("webcheckout_pay_link", {
    id: model.id({ prefix: "wpl" }).primaryKey(),
    order_id: model.text(),
    /** Names the purchase, from the first attempt on. */
    order_reference: model.text(),
    environment: model.text(),
    /** Upper case. */
    currency_code: model.text(),
    /** A part of what is owed, in major units; null for all of it, whatever that is when it is paid. */
    amount: model.bigNumber().nullable(),
    /** What the merchant wants the payer to read. */
    note: model.text().nullable(),
    expires_at: model.dateTime().nullable(),
    ended_at: model.dateTime().nullable(),
    /** Admin users' ids, or the plugin. */
    ended_by: model.text().nullable(),
    created_by: model.text().nullable(),
    /** When everything that it asks for had been paid. */
    paid_at: model.dateTime().nullable(),
    /** How many reminders are done. */
    reminders: model.number().default(0),
    /** When the next one is due; null for none. */
    remind_at: model.dateTime().nullable(),
  })
  .indexes([{ on: ["order_id", "created_at"] }, { on: ["environment", "remind_at"], where: "remind_at IS NOT NULL" }])
