import { ATTENTION_REASONS } from "../rules/case-reasons"
import { model } from "@medusajs/framework/utils"
import { LEDGER_STATUSES, MISMATCHES } from "../rules/ledger"

/** The ledger: one row for every attempted create call. It has no links in Medusa, so no shopper can read it. */
export const WebcheckoutCheckout = model
  .define("webcheckout_checkout", {
    id: model.id({ prefix: "wchk" }).primaryKey(),
    /** Identifies the attempt at the gateway; never reused. */
    request_id: model.text().searchable(),
    /** The payment session that stands for it now; null once Medusa has deleted that session. */
    payment_session_id: model.text().nullable(),
    payment_collection_id: model.text(),
    /** The payment provider instance, e.g. `pp_webcheckout_default`: whose session may take the checkout over. */
    provider_id: model.text(),
    cart_id: model.text().searchable().nullable(),
    order_id: model.text().searchable().nullable(),
    /** The first pay link through which the checkout was started or continued; null if there is none. */
    pay_link_id: model.text().nullable(),
    /** Names the purchase: short, random, the same for every attempt; never a cart's id. */
    order_reference: model.text().searchable(),
    /** The orderId that the gateway was sent: it names this payment. */
    gateway_order_id: model.text(),
    environment: model.text(),
    account: model.text(),
    /** The gateway's id; null until the create call has answered. */
    checkout_id: model.text().searchable().nullable(),
    display_id: model.text().searchable().nullable(),
    redirect_url: model.text().nullable(),
    amount: model.bigNumber(),
    currency_code: model.text(),
    status: model.enum([...LEDGER_STATUSES]).default("creating"),
    gateway_status: model.text().nullable(),
    /** The checkout's amount at the gateway; null until the gateway was asked. */
    gateway_amount: model.bigNumber().nullable(),
    /** The refunded amount that the gateway last reported; null if it never did. Kept if later answers do not contain it. */
    total_refunded: model.bigNumber().nullable(),
    /** Whether the gateway's last answer contained the refunded amount. */
    is_refund_told: model.boolean().default(false),
    /** The field in which the last answer differs from the request; null if none does, and before the first answer. */
    mismatch: model.enum([...MISMATCHES]).nullable(),
    /** Why the create call gave no checkout, without personal data. */
    failure: model.text().nullable(),
    /** The reason of the first open case. Only the trigger of the table of cases writes `attention`, `attention_at` and `resolved_*`. */
    attention: model.enum([...ATTENTION_REASONS]).nullable(),
    /** When that case was opened. */
    attention_at: model.dateTime().nullable(),
    /** The payment method, if the gateway reports it; no card number, no name. */
    payment_method: model.text().nullable(),
    /** When the request for the answer in gateway_status was sent. */
    last_checked_at: model.dateTime().nullable(),
    /** When the job checks the row next; null if no check is due but that of `watch_at`. */
    next_check_at: model.dateTime().nullable(),
    check_count: model.number().default(0),
    /** How often recording the payment in Medusa has failed. */
    settle_failures: model.number().default(0),
    /** After such a failure: it is not retried before this time, except by a person. */
    follow_after: model.dateTime().nullable(),
    /** Its page is being closed at the gateway: no payment session may take it over unpaid. */
    closing_at: model.dateTime().nullable(),
    /** When a person closed the last case; null while one is open. */
    resolved_at: model.dateTime().nullable(),
    /** The facts of that case (`caseOf`). */
    resolved_as: model.text().nullable(),
    superseded_at: model.dateTime().nullable(),
    settled_at: model.dateTime().nullable(),
    /** When the gateway was first seen to have taken the money. */
    paid_at: model.dateTime().nullable(),
    /** What Medusa's books showed as captured and as refunded when they were last compared; null until they were. */
    medusa_captured: model.bigNumber().nullable(),
    medusa_refunded: model.bigNumber().nullable(),
    /** When Medusa's books were last found to agree with the gateway's; null until they do. */
    agreed_at: model.dateTime().nullable(),
    /** When the request was sent whose answer first showed the money as authorized; null while it is not. */
    reserved_at: model.dateTime().nullable(),
    /** When the request was sent whose answer first showed that the checkout ended unpaid; null while it has not. */
    ended_at: model.dateTime().nullable(),
    /** An unconfirmed answer that contradicts what was known of the money, and when the request for it was first sent. */
    doubted_answer: model.text().nullable(),
    doubted_at: model.dateTime().nullable(),
    /** The gateway reversed a refund that Medusa never recorded, and no case about it is open yet. Opening `partially_refunded` clears it. */
    has_unreported_reversal: model.boolean().default(false),
    /** When a row that is settled or ended unpaid is checked again: it may be refunded or paid at the gateway. Open rows do not wait for it. */
    watch_at: model.dateTime().nullable(),
  })
  .indexes([
    { on: ["request_id"], unique: true },
    { on: ["payment_session_id"], unique: true, where: "payment_session_id IS NOT NULL" },
    { on: ["environment", "account", "checkout_id"], unique: true, where: "checkout_id IS NOT NULL" },
    { on: ["cart_id", "created_at"] },
    { on: ["payment_collection_id"] },
    { on: ["checkout_id"], where: "checkout_id IS NOT NULL" },
    { on: ["display_id"], where: "display_id IS NOT NULL" },
    { on: ["attention_at"], where: "attention IS NOT NULL" },
    { on: ["created_at", "id"] },
    // Finds the sums of the statement that must be rebuilt.
    { on: ["environment", "updated_at"] },
    // One for each filter and each sorting of the admin's list. By hand, a migration has those of account, currency and both states
    // hold what the others filter by.
    { on: ["environment", "created_at"] },
    { on: ["account", "created_at"] },
    { on: ["currency_code", "created_at"] },
    { on: ["amount", "id"] },
    { on: ["last_checked_at", "id"] },
    { on: ["status", "created_at"] },
    { on: ["gateway_status", "created_at"] },
    { on: ["order_id"] },
    { on: ["order_reference", "created_at"] },
    { on: ["environment", "next_check_at"], where: "next_check_at IS NOT NULL" },
    { on: ["environment", "reserved_at"], where: "reserved_at IS NOT NULL" },
    { on: ["environment", "watch_at"], where: "watch_at IS NOT NULL" },
  ])
