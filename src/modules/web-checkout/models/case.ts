import { model } from "@medusajs/framework/utils"

/** A case: why a payment needs a person, and how that ended. A payment may have several at once, one of each reason. */
export const WebcheckoutCase = model
  .define("webcheckout_case", {
    id: model.id({ prefix: "wcase" }).primaryKey(),
    ledger_id: model.text(),
    /** One of ATTENTION_REASONS. A text, so that this table needs no migration for a new reason; `webcheckout_checkout.attention` does. */
    reason: model.text(),
    /** The gateway's answer when the case was opened: status, amount and refunded amount, in major units. */
    said: model.json(),
    opened_at: model.dateTime(),
    /** When people were notified of the case. */
    told_at: model.dateTime().nullable(),
    closed_at: model.dateTime().nullable(),
    /** The person who closed the case; `note` says how it was dealt with. Null if it was closed automatically. */
    closed_by: model.text().nullable(),
    note: model.text().nullable(),
    /** The case's facts (`caseOf`) when a person closed it: the same facts open no new case. Null again once the payment is recorded or the books agree. */
    closed_as: model.text().nullable(),
  })
  .indexes([
    { on: ["ledger_id", "reason"], unique: true, where: "closed_at IS NULL" },
    { on: ["ledger_id", "opened_at"] },
    { on: ["opened_at"], where: "closed_at IS NULL" },
  ])
