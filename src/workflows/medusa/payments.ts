import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { sumOfAmounts } from "../../gateway/money"
import { decimal, json, linkedIds, relatedRows } from "../../modules/web-checkout/purchase/query"
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

/** One capture or refund. Amount in major units, as decimal text. */
type MoneyEntry = z.output<typeof entry>

/** A payment as Medusa keeps it. */
export interface MedusaPaymentRow {
  id: string
  payment_session_id: string
  amount: string
  isCaptured: boolean
  isCanceled: boolean
  captures: MoneyEntry[]
  refunds: MoneyEntry[]
  /** How many payments that stand name the checkout: one, unless something went wrong. */
  standing: number
  /** What all of those have captured, and given back: the exact decimals' text in major units. */
  captured: string
  refundedInAll: string
}

/** The order that was placed for a cart. */
export async function findOrderOfCart(container: MedusaContainer, cart_id: string): Promise<string | undefined> {
  const [order] = await linkedIds(queryOf(container), "order_cart", { cart_id }, "order_id")
  return order
}

/** The order that a collection belongs to. */
export async function findOrderOfCollection(
  container: MedusaContainer,
  payment_collection_id: string
): Promise<string | undefined> {
  const filters = { payment_collection_id }
  const [order] = await linkedIds(queryOf(container), "order_payment_collection", filters, "order_id")
  return order
}

/** The collections of an order. */
export async function findCollectionsOfOrder(container: MedusaContainer, order_id: string): Promise<string[]> {
  return linkedIds(queryOf(container), "order_payment_collection", { order_id }, "payment_collection_id")
}

/** The collection of a cart. */
export async function findCollectionOfCart(container: MedusaContainer, cart_id: string): Promise<string | undefined> {
  const [found] = await linkedIds(queryOf(container), "cart_payment_collection", { cart_id }, "payment_collection_id")
  return found
}

function queryOf(container: MedusaContainer) {
  return container.resolve(ContainerRegistrationKeys.QUERY)
}

/**
 * The payment that Medusa recorded for a row: the one of its session, or one whose data names its checkout. A session that
 * took the row over may have been quicker or slower than the one that was completed.
 */
export async function findPayment(
  container: MedusaContainer,
  row: LedgerCheckout
): Promise<MedusaPaymentRow | undefined> {
  const payments = await readPayments(container, { payment_collection_id: row.payment_collection_id })
  const own = payments.filter(
    ({ payment_session_id, data }) =>
      payment_session_id === row.payment_session_id ||
      (row.checkout_id !== null && data?.checkout_id === row.checkout_id)
  )
  const standing = own.filter(({ canceled_at }) => !canceled_at)
  const found = standing[0] ?? own[0]
  const counted = standing.length > 0 ? standing : own
  return (
    found && {
      ...shown(found),
      standing: standing.length,
      captured: sumOfAmounts(counted.flatMap(({ captures }) => captures)),
      refundedInAll: sumOfAmounts(counted.flatMap(({ refunds }) => refunds)),
    }
  )
}

/** The sum of the other payments in a row's collection, without those refunded in full; in major units as decimal text. */
export async function paidIntoCollection(container: MedusaContainer, row: LedgerCheckout): Promise<string> {
  const payments = await readPayments(container, { payment_collection_id: row.payment_collection_id })
  const standing = payments.filter(
    ({ amount, canceled_at, data, refunds }) =>
      !canceled_at && data?.checkout_id !== row.checkout_id && MathBN.lt(sumOfAmounts(refunds), amount)
  )
  return MathBN.sum(0, ...standing.map(({ amount }) => amount)).toFixed()
}

async function readPayments(container: MedusaContainer, filters: Record<string, unknown>) {
  return readRows(container, paymentRow, { entity: "payment", filters })
}

function shown({ captured_at, canceled_at, ...payment }: z.output<typeof paymentRow>) {
  return { ...payment, isCaptured: Boolean(captured_at), isCanceled: Boolean(canceled_at) }
}
