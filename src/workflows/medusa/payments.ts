import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { sumOfAmounts } from "../../gateway/money"
import {
  decimal,
  json,
  linkedIds,
  relatedRows,
  type Link,
  type LinkedId,
} from "../../modules/web-checkout/purchase/query"
import { readRows } from "./read-rows"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"

const entry = z.looseObject({ id: z.string(), amount: decimal, created_at: z.coerce.date() })

const paymentRow = z.looseObject({
  id: z.string(),
  payment_session_id: z.string(),
  amount: decimal,
  captured_at: z.unknown(),
  canceled_at: z.unknown(),
  data: json(z.looseObject({ checkout_id: z.string().optional() }).nullish()),
  captures: relatedRows(entry),
  refunds: relatedRows(entry),
})

/** A payment as Medusa keeps it; amounts in major units, as decimal text. */
export type MedusaPaymentRow = NonNullable<Awaited<ReturnType<typeof findPayment>>>

/** Finds the ids at the other end of a link of Medusa's. */
function linked(entity: Link, from: LinkedId, to: LinkedId) {
  return async (container: MedusaContainer, id: string) =>
    linkedIds(container.resolve(ContainerRegistrationKeys.QUERY), entity, { [from]: id }, to)
}

/** The same where there is at most one. */
function oneLinked(...link: Parameters<typeof linked>) {
  return async (container: MedusaContainer, id: string) => (await linked(...link)(container, id)).at(0)
}

/** The order that was placed for a cart. */
export const findOrderOfCart = oneLinked("order_cart", "cart_id", "order_id")

/** The order that a collection belongs to. */
export const findOrderOfCollection = oneLinked("order_payment_collection", "payment_collection_id", "order_id")

/** The cart of a collection. A collection that an edit of the order has made was never a cart's. */
export const findCartOfCollection = oneLinked("cart_payment_collection", "payment_collection_id", "cart_id")

/** The collections of an order. */
export const findCollectionsOfOrder = linked("order_payment_collection", "order_id", "payment_collection_id")

/** The collection of a cart. */
export const findCollectionOfCart = oneLinked("cart_payment_collection", "cart_id", "payment_collection_id")

/**
 * The payment that Medusa recorded for a row: the one of its session, or one whose data names its checkout. A session that
 * took the row over may have been quicker or slower than the one that was completed.
 */
export async function findPayment(container: MedusaContainer, row: LedgerCheckout) {
  const own = (await readPayments(container, row)).filter(
    ({ payment_session_id, data }) =>
      payment_session_id === row.payment_session_id ||
      (row.checkout_id !== null && data?.checkout_id === row.checkout_id)
  )
  const standing = own.filter(({ canceled_at }) => !canceled_at)
  const counted = standing.length > 0 ? standing : own
  const found = counted.at(0)
  return (
    found && {
      ...found,
      isCaptured: Boolean(found.captured_at),
      isCanceled: Boolean(found.canceled_at),
      /** How many payments that stand name the checkout: one, unless something went wrong. */
      standing: standing.length,
      /** What all of those have captured, and given back. */
      captured: sumOfAmounts(counted.flatMap(({ captures }) => captures)),
      refundedInAll: sumOfAmounts(counted.flatMap(({ refunds }) => refunds)),
    }
  )
}

/** The sum of the other payments in a row's collection, without those refunded in full; in major units as decimal text. */
export async function paidIntoCollection(container: MedusaContainer, row: LedgerCheckout): Promise<string> {
  const payments = await readPayments(container, row)
  return sumOfAmounts(
    payments.filter(
      ({ amount, canceled_at, data, refunds }) =>
        !canceled_at && data?.checkout_id !== row.checkout_id && MathBN.lt(sumOfAmounts(refunds), amount)
    )
  )
}

async function readPayments(container: MedusaContainer, { payment_collection_id }: LedgerCheckout) {
  return readRows(container, paymentRow, { entity: "payment", filters: { payment_collection_id } })
}
