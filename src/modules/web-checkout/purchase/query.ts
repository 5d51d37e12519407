import { BigNumber, MathBN } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

/** The part of Medusa's `query` that is used. Results are parsed, so it needs no type of Medusa's. */
export interface Query {
  graph(input: { entity: string; fields: string[]; filters: Record<string, unknown> }): Promise<{ data: unknown[] }>
}

/** The rows that a query finds, parsed. */
export async function queryRows<Schema extends z.ZodType>(
  query: Query,
  schema: Schema,
  input: Parameters<Query["graph"]>[0]
): Promise<z.output<Schema>[]> {
  const { data } = await query.graph(input)
  return data.map((row) => schema.parse(row))
}

type Link = "order_cart" | "order_payment_collection" | "cart_payment_collection"
type LinkedId = "order_id" | "cart_id" | "payment_collection_id"

/** The ids at the other end of Medusa's links. */
export async function linkedIds(
  query: Query,
  entity: Link,
  filters: Partial<Record<LinkedId, string>>,
  field: LinkedId
): Promise<string[]> {
  const link = z.looseObject({ [field]: z.string() })
  const links = await queryRows(query, link, { entity, fields: [field], filters })
  return links.map((found) => found[field])
}

/** A list of related rows. Medusa may answer null for the list or for a row in it. */
export function relatedRows<Schema extends z.ZodType>(row: Schema) {
  return z
    .array(row.nullable())
    .nullish()
    .transform((rows) => (rows ?? []).flatMap((one) => (one === null ? [] : [one])))
}

/** Medusa returns amounts as BigNumber, number or `raw_` object; this turns each into its exact decimal text. */
export const decimal = z
  .union([z.number(), z.instanceof(BigNumber), z.object({ value: z.union([z.string(), z.number()]) })])
  .transform((amount) => MathBN.convert(amount).toFixed())
