import type { MedusaContainer } from "@medusajs/framework/types"
import { createPaymentSessionsWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { bookPaymentWorkflow } from "../checkout/workflows/book-payment"
import { openCollection } from "../medusa/order-collections"

/** Medusa's own provider, which calls nobody: its "Mark as paid" uses the same. */
const SYSTEM_PROVIDER = "pp_system_default"

const session = z.looseObject({ id: z.string() })

/**
 * Books a part of what an order owes as paid without the gateway.
 *
 * @param amount in major units
 * @param inUse collections on whose pages others pay
 */
export async function bookInSystem(
  container: MedusaContainer,
  order_id: string,
  { amount, inUse, actor_id }: { amount: number; inUse: string[]; actor_id: string }
): Promise<void> {
  const payment_collection_id = await openCollection(container, order_id, { amount, inUse })
  const { result } = await createPaymentSessionsWorkflow(container).run({
    input: { payment_collection_id, provider_id: SYSTEM_PROVIDER },
  })
  await bookPaymentWorkflow(container).run({
    input: { payment_session_id: session.parse(result).id, is_paid: true, captured_by: actor_id },
  })
}
