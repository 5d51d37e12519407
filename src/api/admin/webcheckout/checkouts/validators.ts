import { z } from "@medusajs/framework/zod"
import { createFindParams, createOperatorMap, createSelectParams } from "@medusajs/medusa/api/utils/validators"
import { CHECKOUT_STATUSES } from "../../../../gateway/statuses"
import { oneOrMany } from "../one-or-many"
import { ATTENTION_REASONS, LEDGER_STATUSES } from "../../../../modules/web-checkout/rules/ledger"

/** Query of the list: Medusa's paging and the ledger's filters. */
export const AdminGetCheckouts = createFindParams({ limit: 20, offset: 0 }).extend({
  q: z.string().max(200).optional(),
  id: oneOrMany(z.string()),
  status: oneOrMany(z.enum(LEDGER_STATUSES)),
  gateway_status: oneOrMany(z.enum(CHECKOUT_STATUSES)),
  attention: oneOrMany(z.enum(ATTENTION_REASONS)),
  cart_id: oneOrMany(z.string()),
  order_id: oneOrMany(z.string()),
  order_reference: oneOrMany(z.string()),
  checkout_id: oneOrMany(z.string()),
  request_id: oneOrMany(z.string()),
  payment_collection_id: oneOrMany(z.string()),
  environment: z.enum(["test", "live"]).optional(),
  created_at: createOperatorMap().optional(),
  updated_at: createOperatorMap().optional(),
})

export const AdminGetCheckout = createSelectParams()

export type AdminResolveCheckoutType = z.infer<typeof AdminResolveCheckout>

/** How the case was dealt with; required, because somebody will ask. */
export const AdminResolveCheckout = z.strictObject({ note: z.string().trim().min(1).max(2000) })

export type AdminRecordRefundType = z.infer<typeof AdminRecordRefund>

/**
 * The refund that was made in the gateway's dashboard. `amount` in major units: only where the gateway does not tell how much
 * it was.
 */
export const AdminRecordRefund = z.strictObject({
  amount: z.number().positive().optional(),
  note: z.string().trim().min(1).max(2000).optional(),
})
