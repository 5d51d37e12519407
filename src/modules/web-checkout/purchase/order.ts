import { notFound } from "../errors"
import { z } from "@medusajs/framework/zod"
import { cutToMinorDigits, exactSum, sumOfAmounts } from "../../../gateway/money"
import { owedOf } from "../rules/compare-books"
import { decimal, json, type Query, queryRows, relatedRows } from "./query"

const text = z.string().trim().min(1)

const orderFields = z.looseObject({
  id: text,
  display_id: z.number().nullish(),
  customer_id: text.nullish(),
  created_at: z.coerce.date(),
  status: text,
  is_draft_order: z.boolean().nullish(),
  currency_code: text,
  /** Read with `summary`: Medusa computes the pending difference correctly only together with the total. */
  total: decimal,
  summary: json(
    z
      .looseObject({
        pending_difference: decimal.nullish(),
        raw_pending_difference: decimal.nullish(),
        transaction_total: decimal.nullish(),
        raw_transaction_total: decimal.nullish(),
      })
      .nullish()
  ),
  payment_collections: relatedRows(
    z.looseObject({
      payments: relatedRows(z.looseObject({ amount: decimal, captured_at: z.unknown(), canceled_at: z.unknown() })),
    })
  ),
})

/** An order and the amount it still owes, in major units: the pending difference less the authorized amount. */
export type OrderState = NonNullable<Awaited<ReturnType<typeof findOrderState>>>

const creditFields = z.looseObject({
  credit_lines: relatedRows(z.looseObject({ amount: decimal, raw_amount: decimal.nullish() })),
})

/** The sum of an order's credit lines, as decimal text in major units. */
export async function readCredited(query: Query, orderId: string): Promise<string> {
  const orders = await queryRows(query, creditFields, { entity: "order", filters: { id: orderId } })
  const lines = orders.flatMap(({ credit_lines }) => credit_lines)
  return exactSum(lines.map(({ raw_amount, amount }) => raw_amount ?? amount))
}

/** @throws MedusaError (NOT_FOUND) */
export async function readOrder(query: Query, orderId: string): Promise<OrderState> {
  const order = await findOrderState(query, orderId)
  if (!order) {
    throw notFound(`The order ${orderId} was not found.`)
  }
  return order
}

/** The same; undefined if Medusa has deleted the order. */
export async function findOrderState(query: Query, orderId: string) {
  const [order] = await queryRows(query, orderFields, { entity: "order", filters: { id: orderId } })
  if (!order) {
    return undefined
  }
  const { id, created_at, total, currency_code, summary } = order
  const authorized = order.payment_collections
    .flatMap(({ payments }) => payments)
    .filter(({ captured_at, canceled_at }) => !captured_at && !canceled_at)
  const pending = summary?.raw_pending_difference ?? summary?.pending_difference ?? "0"
  return {
    id,
    /** The order number that people see. */
    display_id: order.display_id ?? undefined,
    customer_id: order.customer_id ?? null,
    created_at,
    /** The order's total, and the paid amount less refunds, as decimal text. */
    total,
    paid: summary?.raw_transaction_total ?? summary?.transaction_total ?? "0",
    /** Medusa's `summary.pending_difference`: the unpaid amount, including an authorized one; decimal text. */
    pending,
    isCanceled: order.status === "canceled",
    isDraft: order.is_draft_order === true,
    /** It has a payment that is authorized and not captured. */
    hasAuthorized: authorized.length > 0,
    /** The amount paid beyond its total, in major units, truncated to minor digits: 49.88 paid for 49.875 is not overpaid. */
    overpaid: Math.max(0, -cutToMinorDigits(pending, currency_code)),
    owed: owedOf(pending, sumOfAmounts(authorized), currency_code),
    currency_code,
  }
}
