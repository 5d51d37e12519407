import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError, Modules, PaymentCollectionStatus } from "@medusajs/framework/utils"
import {
  createOrderPaymentCollectionWorkflow,
  createOrUpdateOrderPaymentCollectionWorkflow,
} from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { sameAmount } from "../../gateway/money"
import { readOrder } from "../../modules/web-checkout/purchase/order"
import { decimal } from "../../modules/web-checkout/purchase/query"
import { readRows } from "./read-rows"

const collectionRow = z.looseObject({
  id: z.string(),
  amount: decimal,
  currency_code: z.string(),
  status: z.string(),
  payments: z.array(z.looseObject({ id: z.string() }).nullable()).nullish(),
})

/** Statuses of a collection into which nothing was paid yet. */
const UNPAID: string[] = [PaymentCollectionStatus.NOT_PAID, PaymentCollectionStatus.AWAITING]

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

const owing = z.looseObject({
  status: z.string(),
  payment_collections: z.array(collectionRow.nullable()).nullish(),
})

/**
 * An order's unpaid collection asks for what is owed now: Medusa's "Mark as paid" takes its amount as it stands. Nothing is done
 * where there is none, or where an amount is reserved, which Medusa would give up.
 */
export async function askForTheRest(container: MedusaContainer, order_id: string): Promise<void> {
  const order = await readOrder(container.resolve(ContainerRegistrationKeys.QUERY), order_id)
  const [found] = await readRows(container, owing, {
    entity: "order",
    fields: ["id", "status", "payment_collections.*", "payment_collections.payments.id"],
    filters: { id: order_id },
  })
  const isStale = found?.payment_collections?.some(
    (collection) =>
      collection !== null &&
      UNPAID.includes(collection.status) &&
      !sameAmount(collection.amount, order.owed, order.currency_code)
  )
  if (isStale && !order.hasAuthorized && !order.isCanceled) {
    await createOrUpdateOrderPaymentCollectionWorkflow(container).run({ input: { order_id } })
  }
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
