import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

/** How a failed step of Medusa's reads once it has passed a workflow: by value. */
const failure = z.looseObject({ type: z.string().optional(), code: z.string().optional(), message: z.string() })

/** Medusa 2.21: the inventory module names no code (createReservationItems); the cart's own check does. */
const WORDS = /^(Not enough stock available|Some variant does not have the required inventory)/

/** Whether Medusa would not place an order because there is not enough stock: what no second try heals. */
export function isOutOfStock(error: unknown): boolean {
  const parsed = failure.safeParse(error)
  return (
    parsed.success &&
    (parsed.data.code === MedusaError.Codes.INSUFFICIENT_INVENTORY ||
      (parsed.data.type === MedusaError.Types.NOT_ALLOWED && WORDS.test(parsed.data.message)))
  )
}
