import { model } from "@medusajs/framework/utils"
import { PAY_TOKEN_PURPOSES } from "../rules/pay-link"

/** The SHA-256 of the random part of one of a pay link's addresses: whoever finds the table can open none of them. */
export const WebcheckoutPayToken = model
  .define("webcheckout_pay_token", {
    id: model.id({ prefix: "wptok" }).primaryKey(),
    token_hash: model.text(),
    pay_link_id: model.text(),
    /** Of the way back from the gateway: the payment that led there. */
    ledger_id: model.text().nullable(),
    /** What the address was made for. */
    purpose: model.enum([...PAY_TOKEN_PURPOSES]),
  })
  .indexes([{ on: ["token_hash"], unique: true }, { on: ["pay_link_id"] }])
