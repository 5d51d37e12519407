import { model } from "@medusajs/framework/utils"
import { MAIL_KINDS, MAIL_OUTCOMES } from "../rules/mail"

/** The outbox: mails to be sent, and mails that were sent. A mail's task schedules its attempts. Its text is created when it is sent. */
export const WebcheckoutMail = model
  .define("webcheckout_mail", {
    id: model.id({ prefix: "wmail" }).primaryKey(),
    environment: model.text(),
    kind: model.enum([...MAIL_KINDS]),
    /** Identifies the mail's content and recipient, so that it is queued only once. */
    key: model.text(),
    /** The pay link, payment or subscription that it is about; empty for the daily mail. */
    subject_id: model.text(),
    /** An address in the plugin's options; null for a mail to a customer, whose address is read from the order. */
    to: model.text().nullable(),
    /** Not sent before this. */
    send_at: model.dateTime(),
    /** Number of started attempts. */
    attempts: model.number().default(0),
    /** When the running attempt started. It stays set if the process dies. */
    trying_since: model.dateTime().nullable(),
    /** Null while it is still to be sent. */
    outcome: model.enum([...MAIL_OUTCOMES]).nullable(),
    /** When it was sent; if the outcome is unknown, when it was tried. */
    sent_at: model.dateTime().nullable(),
    /** An admin user's id, or the plugin. */
    created_by: model.text(),
  })
  .indexes([{ on: ["key"], unique: true }, { on: ["subject_id", "send_at"] }])
