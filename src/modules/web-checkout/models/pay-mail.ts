import { model } from "@medusajs/framework/utils"
import { PAY_MAIL_KINDS, PAY_MAIL_OUTCOMES } from "../rules/pay-mail"

/** A mail with an address of a pay link; its task says when it is tried. Neither the address nor whom it went to stands here. */
export const WebcheckoutPayMail = model
  .define("webcheckout_pay_mail", {
    id: model.id({ prefix: "wpml" }).primaryKey(),
    pay_link_id: model.text(),
    environment: model.text(),
    /** Counts a link's mails, from 1. */
    number: model.number(),
    kind: model.enum([...PAY_MAIL_KINDS]),
    /** Tries that were begun. */
    attempts: model.number().default(0),
    /** Since when one is under way; a process that died leaves it so. */
    trying_since: model.dateTime().nullable(),
    /** Null while it is still to be sent. */
    outcome: model.enum([...PAY_MAIL_OUTCOMES]).nullable(),
    sent_at: model.dateTime().nullable(),
    created_by: model.text(),
  })
  .indexes([{ on: ["pay_link_id", "number"], unique: true }])
