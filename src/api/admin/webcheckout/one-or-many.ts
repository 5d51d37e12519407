import { z } from "@medusajs/framework/zod"

/** A filter that takes one value or a list of them. */
export function oneOrMany<Value extends z.ZodType>(value: Value) {
  return z.union([value, z.array(value)]).optional()
}
