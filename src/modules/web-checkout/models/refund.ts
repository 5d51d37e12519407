import { model } from "@medusajs/framework/utils"
import { REFUND_STATUSES } from "../ledger"

/** A refund's intent, committed before the call, so that an answer that was lost can be told from a call that was not made. */
export const Refund = model
  .define("webcheckout_refund", {
    id: model.id({ prefix: "wref" }).primaryKey(),
    ledger_id: model.text(),
    refund_id: model.text(),
    amount: model.bigNumber(),
    refunded_before: model.bigNumber(),
    status: model.enum([...REFUND_STATUSES]),
  })
  .indexes([{ on: ["ledger_id"], unique: true, where: "status = 'open'" }, { on: ["refund_id"] }])
