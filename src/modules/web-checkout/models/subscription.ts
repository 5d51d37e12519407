import { model } from "@medusajs/framework/utils"
import { SEND_EVERY } from "../../../gateway/frequencies"
import { SUBSCRIPTION_ATTENTION } from "../subscription"
import { SUBSCRIPTION_ROW_STATUSES } from "../rules/subscription-states"

/** A recurring payment link: one row for every one that was ever asked for. */
export const WebcheckoutSubscription = model
  .define("webcheckout_subscription", {
    id: model.id({ prefix: "wsub" }).primaryKey(),
    /** The form's key: a double click or a repeated request is one subscription. */
    idempotency_key: model.text(),
    environment: model.text(),
    account: model.text(),
    status: model.enum([...SUBSCRIPTION_ROW_STATUSES]).default("creating"),
    description: model.text(),
    currency_code: model.text(),
    amount: model.bigNumber(),
    /** yyyy-MM-dd, as the gateway takes it: a calendar day, not a moment. */
    start_date: model.text(),
    end_date: model.text().nullable(),
    /** In UTC. */
    send_on_hour: model.number(),
    send_every: model.enum([...SEND_EVERY]),
    /** The customer's id in Medusa. */
    customer_id: model.text().nullable(),
    /** The customer's id at the gateway. */
    gateway_customer_id: model.text().nullable(),
    first_name: model.text().nullable(),
    last_name: model.text().nullable(),
    email: model.text().nullable(),
    /** Digits with the international calling code. */
    phone: model.text().nullable(),
    /** The gateway's id; its answer to the create call may not contain one. */
    subscription_id: model.text().nullable(),
    display_id: model.text().nullable(),
    /** Why the gateway has no such subscription, or why this is unknown; without personal data. */
    failure: model.text().nullable(),
    sent_at: model.dateTime().nullable(),
    last_checked_at: model.dateTime().nullable(),
    /** Why it needs a person. */
    attention: model.enum([...SUBSCRIPTION_ATTENTION]).nullable(),
    /** When the case was opened. */
    attention_at: model.dateTime().nullable(),
    /** When the case was reported; null while that is due. */
    told_at: model.dateTime().nullable(),
    /** When the person's name, e-mail and phone were erased. */
    erased_at: model.dateTime().nullable(),
    /** What the list's `q` looks in; one column, so that one index serves it. */
    search_text: model.text().searchable(),
  })
  .indexes([
    { on: ["idempotency_key"], unique: true },
    { on: ["environment", "account", "subscription_id"], unique: true, where: "subscription_id IS NOT NULL" },
    // Each order of the list, and the id that decides between equals: a page is read off the index alone.
    { on: ["created_at", "id"] },
    { on: ["amount", "id"] },
    { on: ["description", "id"] },
    { on: ["email", "id"] },
    { on: ["start_date", "id"] },
    { on: ["customer_id", "created_at", "id"] },
    { on: ["status", "created_at", "id"] },
    { on: ["send_every", "created_at", "id"] },
    { on: ["attention_at"], where: "attention IS NOT NULL" },
  ])
