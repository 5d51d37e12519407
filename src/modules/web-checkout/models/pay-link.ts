import { model } from "@medusajs/framework/utils"
import { PAY_LINK_EXPIRIES } from "../rules/pay-link"

/** A link with which its holder can pay the amount that an order owes, or a part. It has no links in Medusa, so no shopper can read it. */
export const WebcheckoutPayLink = model
  .define("webcheckout_pay_link", {
    id: model.id({ prefix: "wpl" }).primaryKey(),
    order_id: model.text(),
    /** Names the purchase, from the first attempt on. */
    order_reference: model.text(),
    /** Whose order it was when the link was made: another customer's order is not shown with it. Null where it had no customer. */
    customer_id: model.text().nullable(),
    environment: model.text(),
    /** Upper case. */
    currency_code: model.text(),
    /** A part of what is owed, in major units; null for all of it, whatever that is when it is paid. */
    amount: model.bigNumber().nullable(),
    /** What the merchant wants the payer to read. */
    note: model.text().nullable(),
    expires_at: model.dateTime(),
    /** Whether people are notified of a link that the plugin created and that expired unpaid; null until the expiry is handled. */
    expiry: model.enum([...PAY_LINK_EXPIRIES]).nullable(),
    ended_at: model.dateTime().nullable(),
    /** Admin users' ids, or the plugin. */
    ended_by: model.text().nullable(),
    created_by: model.text().nullable(),
    /** When the link's amount was paid in full. */
    paid_at: model.dateTime().nullable(),
  })
  .indexes([
    { on: ["order_id", "created_at"] },
    {
      on: ["environment", "expires_at"],
      where: "expiry IS DISTINCT FROM 'over' AND paid_at IS NULL AND ended_at IS NULL",
    },
  ])
