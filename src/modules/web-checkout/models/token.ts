import { model } from "@medusajs/framework/utils"
import { TOKEN_PURPOSES } from "../rules/tokens"

/** The SHA-256 of the secret part of one of our public addresses: whoever finds the table can open none of them. */
export const WebcheckoutToken = model
  .define("webcheckout_token", {
    id: model.id({ prefix: "wtok" }).primaryKey(),
    token_hash: model.text(),
    purpose: model.enum([...TOKEN_PURPOSES]),
    /** The payment that a return address leads to, or that led to a pay page; null for a pay link's own addresses. */
    ledger_id: model.text().nullable(),
    /** The pay link whose page it opens; null for a return address. */
    pay_link_id: model.text().nullable(),
  })
  .indexes([{ on: ["token_hash"], unique: true }, { on: ["ledger_id"] }, { on: ["pay_link_id"] }])
