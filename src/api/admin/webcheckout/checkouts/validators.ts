import { ATTENTION_REASONS } from "../../../../modules/web-checkout/rules/case-reasons"
import { z } from "@medusajs/framework/zod"
import { booleanString } from "@medusajs/medusa/api/utils/common-validators/common"
import { CHECKOUT_STATUSES } from "../../../../gateway/statuses"
import { oneOrMany, pageParams, TIME_FILTERS } from "../../../validate"
import { adminCheckoutFields } from "./query-config"
import { LEDGER_STATUSES } from "../../../../modules/web-checkout/rules/ledger"

/** Query of the list: Medusa's paging and the ledger's filters. */
export const AdminGetCheckouts = pageParams(adminCheckoutFields).extend({
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
  ...TIME_FILTERS,
})
