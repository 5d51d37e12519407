import { ATTENTION_REASONS } from "../../../../modules/web-checkout/rules/case-reasons"
import { z } from "@medusajs/framework/zod"
import { booleanString } from "@medusajs/medusa/api/utils/common-validators/common"
import { createFindParams, createOperatorMap, createSelectParams } from "@medusajs/medusa/api/utils/validators"
import { CHECKOUT_STATUSES } from "../../../../gateway/statuses"
import { oneOrMany } from "../../../validate"
import { LEDGER_STATUSES } from "../../../../modules/web-checkout/rules/ledger"

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
  environment: oneOrMany(z.enum(["test", "live"])),
  account: oneOrMany(z.string()),
  currency_code: oneOrMany(z.string().toUpperCase()),
  needs_person: booleanString().optional(),
  created_at: createOperatorMap().optional(),
  updated_at: createOperatorMap().optional(),
})

export const AdminGetCheckout = createSelectParams()

export type AdminResolveCheckoutType = z.infer<typeof AdminResolveCheckout>

/**
 * `note` says how the case was dealt with, for later questions. `case` is the tag of the case from an earlier answer: if the case has
 * changed since, it is not closed. A case's id or reason closes it as it stands. `case` is required if several cases are open.
 */
export const AdminResolveCheckout = z.strictObject({
  note: z.string().trim().min(1).max(2000),
  case: z.string().max(200).optional(),
})

export type AdminRecordRefundType = z.infer<typeof AdminRecordRefund>

/**
 * A refund that was made in the gateway's dashboard. `amount`: in major units, only if the gateway does not report the refunded amount.
 * `idempotency_key`: any text that is new for each refund; required unless the case is `refunded_outside`.
 */
export const AdminRecordRefund = z.strictObject({
  amount: z.number().positive().optional(),
  idempotency_key: z.string().trim().min(1).max(200).optional(),
  note: z.string().trim().min(1).max(2000).optional(),
})

export type AdminRefundCaseType = z.infer<typeof AdminRefundCase>

/**
 * `amount` is the refund that the person saw, in major units. If the case or the amount has changed since, nothing is refunded. `case` or
 * its reason, `attention`, names the case; one of them is required if several cases are open.
 */
export const AdminRefundCase = z
  .strictObject({
    attention: z.enum(ATTENTION_REASONS).optional(),
    case: z.string().max(200).optional(),
    amount: z.number().positive(),
    note: z.string().trim().min(1).max(2000).optional(),
  })
  .refine((body) => body.attention === undefined || body.case === undefined, {
    path: ["case"],
    message: "must not be given together with attention: each names the case",
  })
