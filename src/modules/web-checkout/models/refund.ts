import { model } from "@medusajs/framework/utils"
import { REFUND_INTENT_STATUSES, REFUND_KINDS } from "../rules/ledger"

/** An intended refund, committed before the call, so that a lost answer can be distinguished from a call that was never made. */
export const WebcheckoutRefund = model
  .define("webcheckout_refund", {
    id: model.id({ prefix: "wref" }).primaryKey(),
    ledger_id: model.text(),
    kind: model.enum([...REFUND_KINDS]),
    /** Medusa's refund; null while it has none. */
    refund_id: model.text().nullable(),
    amount: model.bigNumber(),
    /** The gateway's `totalRefunded` before the call. A higher value afterwards shows that the refund happened. */
    refunded_before: model.bigNumber(),
    status: model.enum([...REFUND_INTENT_STATUSES]),
  })
  .indexes([
    { on: ["ledger_id"], unique: true, where: "status = 'open'" },
    { on: ["ledger_id", "created_at"] },
    { on: ["refund_id"] },
    // A refund in Medusa is made only once, even if its process paused and another one took over.
    { on: ["refund_id"], unique: true, where: "status IN ('open', 'done', 'reported')" },
  ])
