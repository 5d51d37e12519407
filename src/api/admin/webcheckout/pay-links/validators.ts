import { z } from "@medusajs/framework/zod"

export const AdminGetPayLinks = z.object({ order_id: z.string("is required").min(1, "is required") })

export type AdminGetPayLinksType = z.infer<typeof AdminGetPayLinks>

/** What is wanted of a pay link. `amount` in major units: a part of what the order owes. `expires_at` in ISO 8601, with its zone. */
export const AdminCreatePayLink = z.strictObject({
  order_id: z.string("is required").min(1, "is required"),
  amount: z.number("must be a number").positive("must be more than 0").optional(),
  expires_at: z.iso
    .datetime({ offset: true, error: "must be a moment with its zone, as 2026-12-31T20:00:00Z" })
    .optional(),
  note: z
    .string("must be text")
    .trim()
    .min(1, "must not be empty")
    .max(1000, "must have at most 1000 characters")
    .optional(),
  /** Of a draft order: converts it first. */
  convert_draft: z.boolean().optional(),
})

export type AdminCreatePayLinkType = z.infer<typeof AdminCreatePayLink>

/** What the further URL is used for. Default: `copy`. */
export const AdminCreatePayLinkUrl = z.strictObject({ purpose: z.enum(["copy", "qr"]).default("copy") })

export type AdminCreatePayLinkUrlType = z.infer<typeof AdminCreatePayLinkUrl>
