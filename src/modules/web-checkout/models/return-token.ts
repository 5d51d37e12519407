import { model } from "@medusajs/framework/utils"

/** The SHA-256 of a return address's random part. The part itself is known to the gateway and the shopper only. */
export const WebcheckoutReturnToken = model
  .define("webcheckout_return_token", {
    id: model.id({ prefix: "wtok" }).primaryKey(),
    token_hash: model.text(),
    ledger_id: model.text(),
  })
  .indexes([{ on: ["token_hash"], unique: true }, { on: ["ledger_id"] }])
