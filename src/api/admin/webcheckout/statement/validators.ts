import { z } from "@medusajs/framework/zod"
import { oneOrMany } from "../../../validate"

const scope = {
  from: z.string().optional(),
  to: z.string().optional(),
  environment: z.enum(["test", "live"]).optional(),
  account: oneOrMany(z.string()),
  currency_code: oneOrMany(z.string().toUpperCase()),
}

/** Which days, by the store's own calendar, and whose. */
export const AdminGetStatement = z.strictObject({ ...scope, format: z.enum(["json", "csv"]).optional() })

export const AdminCompareStatement = z.strictObject(scope).omit({ environment: true })
