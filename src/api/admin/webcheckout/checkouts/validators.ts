import { z } from "@medusajs/framework/zod"
import { createFindParams, createOperatorMap, createSelectParams } from "@medusajs/medusa/api/utils/validators"
import { CHECKOUT_STATUSES } from "../../../../gateway/statuses"
import { oneOrMany } from "../one-or-many"
import { ATTENTION_REASONS, LEDGER_STATUSES } from "../../../../modules/web-checkout/ledger"

/** Query of the list: Medusa's paging and the ledger's filters. */
export const AdminGetCheckouts = createFindParams({ limit: 20, offset: 0 }).extend({
  q: z.string().optional(),
  id: oneOrMany(z.string()),
  status: oneOrMany(z.enum(LEDGER_STATUSES)),
  gateway_status: oneOrMany(z.enum(CHECKOUT_STATUSES)),
  attention: oneOrMany(z.enum(ATTENTION_REASONS)),
  cart_id: oneOrMany(z.string()),
  order_id: oneOrMany(z.string()),
  order_reference: oneOrMany(z.string()),
  checkout_id: oneOrMany(z.string()),
  environment: z.enum(["test", "live"]).optional(),
  created_at: createOperatorMap().optional(),
  updated_at: createOperatorMap().optional(),
})

export const AdminGetCheckout = createSelectParams()

export type AdminResolveCheckoutType = z.infer<typeof AdminResolveCheckout>

/** How the case was dealt with; required, because somebody will ask. */
export const AdminResolveCheckout = z.strictObject({ note: z.string().trim().min(1).max(2000) })
