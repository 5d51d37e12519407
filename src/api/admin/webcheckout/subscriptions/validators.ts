import { z } from "@medusajs/framework/zod"
import { SEND_EVERY } from "../../../../gateway/frequencies"
import { SUBSCRIPTION_ROW_STATUSES } from "../../../../modules/web-checkout/rules/subscription-states"
import { oneOrMany, pageParams, TIME_FILTERS } from "../../../validate"
import { adminSubscriptionFields } from "./query-config"

/** Query of the list: Medusa's paging and the filters. */
export const AdminGetSubscriptions = pageParams(adminSubscriptionFields).extend({
  q: z.string().max(200).optional(),
  id: oneOrMany(z.string()),
  status: oneOrMany(z.enum(SUBSCRIPTION_ROW_STATUSES)),
  send_every: oneOrMany(z.enum(SEND_EVERY)),
  customer_id: oneOrMany(z.string()),
  subscription_id: oneOrMany(z.string()),
  environment: z.enum(["test", "live"]).optional(),
  ...TIME_FILTERS,
})

/** The gateway's id, as its dashboard shows it. */
export const AdminConfirmSubscription = z.strictObject({ subscription_id: z.string().trim().min(1).max(100) })

/** The gateway pages by whole pages, so the offset is a multiple of the limit. */
export const AdminGetSubscriptionPayments = z
  .strictObject({
    limit: z.coerce.number().int().min(1).max(100).default(20),
    offset: z.coerce.number().int().min(0).default(0),
  })
  .refine(({ limit, offset }) => offset % limit === 0, {
    path: ["offset"],
    message: "offset: must be a multiple of limit",
  })

/** How the case was dealt with. */
export const AdminResolveSubscription = z.strictObject({ note: z.string().trim().min(1).max(2000) })
