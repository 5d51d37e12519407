import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError, Modules } from "@medusajs/framework/utils"
import {
  createOrderPaymentCollectionWorkflow,
  createOrUpdateOrderPaymentCollectionWorkflow,
} from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { sameAmount } from "../../gateway/money"
import { decimal } from "../../modules/web-checkout/purchase/query"
import { readRows } from "./read-rows"

const collectionRow = z.looseObject({
  id: z.string(),
  amount: decimal,
  currency_code: z.string(),
  status: z.string(),
  payments: z.array(z.looseObject({ id: z.string() }).nullable()).nullish(),
})

const made = z.array(z.looseObject({ id: z.string() }))

/**
 * The collection in which an amount of what an order owes is paid next: Medusa's own choice, at this amount. One that has a
 * payment takes no other: creating a session in it would delete that payment's.
 *
 * @param amount in major units, at most what is owed
 */
export async function openCollection(container: MedusaContainer, order_id: string, amount: number): Promise<string> {
  const { result } = await createOrUpdateOrderPaymentCollectionWorkflow(container).run({ input: { order_id } })
  const [chosen] = made.parse([result ?? []].flat())
  if (!chosen) {
    throw new MedusaError(MedusaError.Types.CONFLICT, "This order owes nothing any more.")
  }
  const collection = await readCollection(container, chosen.id)
  if (!collection || (collection.payments ?? []).some((payment) => payment !== null)) {
    return createCollection(container, order_id, amount)
  }
  if (!sameAmount(collection.amount, amount, collection.currency_code)) {
    await container.resolve(Modules.PAYMENT).updatePaymentCollections(chosen.id, { amount })
  }
  return chosen.id
}

/** A further collection of an order. @param amount in major units */
export async function createCollection(container: MedusaContainer, order_id: string, amount: number): Promise<string> {
  const { result } = await createOrderPaymentCollectionWorkflow(container).run({ input: { order_id, amount } })
  const [collection] = made.parse([result].flat())
  return collection.id
}

/** Whether money can be booked in a collection as it stands: it asks for exactly that, is not cancelled, and has no payment. */
export async function canTake(container: MedusaContainer, collectionId: string, amount: string): Promise<boolean> {
  const collection = await readCollection(container, collectionId)
  return (
    collection !== undefined &&
    collection.status !== "canceled" &&
    !(collection.payments ?? []).some((payment) => payment !== null) &&
    sameAmount(collection.amount, amount, collection.currency_code)
  )
}

async function readCollection(container: MedusaContainer, id: string) {
  const [collection] = await readRows(container, collectionRow, {
    entity: "payment_collection",
    fields: ["id", "amount", "currency_code", "status", "payments.id"],
    filters: { id },
  })
  return collection
}
