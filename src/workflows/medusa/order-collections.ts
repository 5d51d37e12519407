import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules, PaymentCollectionStatus } from "@medusajs/framework/utils"
import {
  createOrderPaymentCollectionWorkflow,
  createOrUpdateOrderPaymentCollectionWorkflow,
} from "@medusajs/medusa/core-flows"
import { z } from "@medusajs/framework/zod"
import { compareAmounts, sameAmount } from "../../gateway/money"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { readOrder } from "../../modules/web-checkout/purchase/order"
import { decimal, relatedRows } from "../../modules/web-checkout/purchase/query"
import { notAllowed } from "../../modules/web-checkout/errors"
import { exactAmount } from "../../modules/web-checkout/rules/ledger"
import { isPending } from "../../modules/web-checkout/rules/money-state"
import { closePages } from "../checkout/close-pages"
import { readOne } from "./read-rows"
import { warnOf } from "../log-failure"

const collectionRow = z.looseObject({
  id: z.string(),
  amount: decimal,
  currency_code: z.string(),
  status: z.string(),
  payments: relatedRows(z.looseObject({ id: z.string() })),
})

/** Statuses of a collection into which nothing was paid yet. */
const UNPAID: string[] = [PaymentCollectionStatus.NOT_PAID, PaymentCollectionStatus.AWAITING]

const made = z.array(z.looseObject({ id: z.string() }))

/**
 * The collection for the next payment of an order, set to this amount: the one that Medusa chooses, or a new one. One that has a payment
 * takes no other, and one on whose page somebody pays another part is not reused: a new session in it would delete theirs.
 *
 * @param amount in major units, at most what is owed
 * @param inUse collections in which others are paying
 */
export async function openCollection(
  container: MedusaContainer,
  order_id: string,
  { amount, inUse }: { amount: number; inUse: readonly string[] }
): Promise<string> {
  const { result } = await createOrUpdateOrderPaymentCollectionWorkflow(container).run({ input: { order_id } })
  const [chosen] = made.parse([result ?? []].flat())
  if (!chosen) {
    throw notAllowed("This order has no outstanding amount.")
  }
  const isTaken = inUse.includes(chosen.id) || !(await fitCollection(container, chosen.id, amount))
  return isTaken ? createCollection(container, order_id, amount) : chosen.id
}

/** A further collection of an order. @param amount in major units */
export async function createCollection(container: MedusaContainer, order_id: string, amount: number): Promise<string> {
  const { result } = await createOrderPaymentCollectionWorkflow(container).run({ input: { order_id, amount } })
  const [collection] = made.parse([result].flat())
  return collection.id
}

/**
 * Called after a payment of an order was recorded: closes pages for more than is still owed, and sets the collection to the rest. A failure
 * of the latter is logged; the next payment tries again.
 */
export async function askForWhatIsLeft(container: MedusaContainer, order_id: string): Promise<void> {
  const { owed } = await readOrder(container.resolve(ContainerRegistrationKeys.QUERY), order_id)
  await closePages(container, order_id, (row) => compareAmounts(exactAmount(row), owed, row.currency_code) === 1)
  await askForTheRest(container, order_id).catch(
    warnOf(container, `the payment collection of order ${order_id} could not be set to what is still owed`)
  )
}

const owing = z.looseObject({ payment_collections: relatedRows(collectionRow) })

/**
 * Makes sure that an order that owes money has an unpaid collection of that amount, since Medusa's "Mark as paid" takes the collection's
 * amount. Does nothing while somebody is on a page of such a collection, or while an amount is reserved, which Medusa would give up.
 */
async function askForTheRest(container: MedusaContainer, order_id: string): Promise<void> {
  const order = await readOrder(container.resolve(ContainerRegistrationKeys.QUERY), order_id)
  const found = await readOne(container, owing, "order", order_id)
  const unpaid = (found?.payment_collections ?? []).filter(({ status }) => UNPAID.includes(status))
  const live = await container.resolve(WEB_CHECKOUT).purchases.listLive({ order_id })
  const isInUse = live.some(
    ({ payment_session_id, payment_collection_id, gateway_status }) =>
      payment_session_id !== null && isPending(gateway_status) && unpaid.some(({ id }) => id === payment_collection_id)
  )
  const isAsked = unpaid.every(({ amount }) => sameAmount(amount, order.owed, order.currency_code))
  const isDone = isAsked && (unpaid.length > 0 || order.owed <= 0)
  if (!isDone && !isInUse && !order.hasAuthorized && !order.isCanceled) {
    await createOrUpdateOrderPaymentCollectionWorkflow(container).run({ input: { order_id } })
  }
}

/** Sets an unpaid collection to this amount. @returns whether it could: one that has a payment, or is cancelled, cannot be changed */
export async function fitCollection(container: MedusaContainer, id: string, amount: number): Promise<boolean> {
  const collection = await readOne(container, collectionRow, "payment_collection", id)
  if (!collection || !UNPAID.includes(collection.status) || collection.payments.length > 0) {
    return false
  }
  if (!sameAmount(collection.amount, amount, collection.currency_code)) {
    await container.resolve(Modules.PAYMENT).updatePaymentCollections(id, { amount })
  }
  return true
}

/** Whether money can be booked in a collection as it stands: it asks for exactly that, is not cancelled, and has no payment. */
export async function canTake(container: MedusaContainer, collectionId: string, amount: string): Promise<boolean> {
  const collection = await readOne(container, collectionRow, "payment_collection", collectionId)
  return (
    collection !== undefined &&
    collection.status !== "canceled" &&
    collection.payments.length === 0 &&
    sameAmount(collection.amount, amount, collection.currency_code)
  )
}
