import { model } from "@medusajs/framework/utils"
import { REFUND_INTENT_STATUSES, REFUND_KINDS } from "../rules/ledger"

/** A refund's intent, committed before the call, so that an answer that was lost can be told from a call that was not made. */
export const WebcheckoutRefund = model
  .define("webcheckout_refund", {
    id: model.id({ prefix: "wref" }).primaryKey(),
    ledger_id: model.text(),
    kind: model.enum([...REFUND_KINDS]),
    /** Medusa's refund; null while it has none. */
    refund_id: model.text().nullable(),
    amount: model.bigNumber(),
    refunded_before: model.bigNumber(),
    status: model.enum([...REFUND_INTENT_STATUSES]),
  })
  .indexes([
    { on: ["ledger_id"], unique: true, where: "status = 'open'" },
    { on: ["ledger_id", "created_at"] },
    { on: ["refund_id"] },
    // A refund of Medusa's is made once, although the process that makes it stood still meanwhile.
    { on: ["refund_id"], unique: true, where: "status IN ('open', 'done', 'reported')" },
  ])
