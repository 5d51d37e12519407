import { z } from "@medusajs/framework/zod"

export const AdminGetPayLinks = z.object({ order_id: z.string("is required").min(1, "is required") })

/** What the further URL is used for. Default: `copy`. */
export const AdminCreatePayLinkUrl = z.strictObject({ purpose: z.enum(["copy", "qr"]).default("copy") })

/** The body of an action without parameters: a field is refused, because it would have no effect. */
export const NO_BODY = z.strictObject({})
