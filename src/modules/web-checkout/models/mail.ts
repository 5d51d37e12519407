import { model } from "@medusajs/framework/utils"
import { MAIL_KINDS, MAIL_OUTCOMES } from "../rules/mail"

/** A mail that is to be sent, or was: the outbox. Its task says when it is tried. What it says is written when it is sent. */
export const WebcheckoutMail = model
  .define("webcheckout_mail", {
    id: model.id({ prefix: "wmail" }).primaryKey(),
    environment: model.text(),
    kind: model.enum([...MAIL_KINDS]),
    /** Names what it says, and to whom: it is queued once. */
    key: model.text(),
    /** The pay link, payment or subscription that it is about; empty for the daily mail. */
    subject_id: model.text(),
    /** An address in the plugin's options; null for a mail to a customer, whose address is read from the order. */
    to: model.text().nullable(),
    /** Not sent before this. */
    send_at: model.dateTime(),
    /** Tries that were begun. */
    attempts: model.number().default(0),
    /** Since when one is under way; a process that died leaves it so. */
    trying_since: model.dateTime().nullable(),
    /** Null while it is still to be sent. */
    outcome: model.enum([...MAIL_OUTCOMES]).nullable(),
    sent_at: model.dateTime().nullable(),
    /** An admin user's id, or the plugin. */
    created_by: model.text(),
  })
  .indexes([{ on: ["key"], unique: true }, { on: ["subject_id", "send_at"] }])
