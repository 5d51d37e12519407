import { z } from "@medusajs/framework/zod"

export const AdminGetPayLinks = z.object({ order_id: z.string("is required").min(1, "is required") })

export type AdminGetPayLinksType = z.infer<typeof AdminGetPayLinks>

/** What the further URL is used for. Default: `copy`. */
export const AdminCreatePayLinkUrl = z.strictObject({ purpose: z.enum(["copy", "qr"]).default("copy") })

export type AdminCreatePayLinkUrlType = z.infer<typeof AdminCreatePayLinkUrl>
