import { z } from "@medusajs/framework/zod"

/** A refund as Medusa keeps it; amount in major units. */
export const medusaRefund = z.looseObject({
  id: z.string(),
  amount: z.number(),
  created_at: z.coerce.date(),
  payment: z.looseObject({ payment_session_id: z.string(), provider_id: z.string() }),
})

export type MedusaRefund = z.infer<typeof medusaRefund>

export const MEDUSA_REFUND_FIELDS = ["id", "amount", "created_at", "payment.payment_session_id", "payment.provider_id"]
