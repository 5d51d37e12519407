import { BigNumber, MathBN } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

/** The part of Medusa's `query` that is used. Results are parsed, so it needs no type of Medusa's. */
export interface Query {
  graph(input: { entity: string; fields: string[]; filters: Record<string, unknown> }): Promise<{ data: unknown[] }>
}

/**
 * The rows that a query finds, parsed. Asks Medusa for the fields of the schema: a field that the schema does not name is not read. A JSON
 * column must be wrapped in `json()`, or `query` takes it for a related table.
 *
 * @param more fields that are read although the schema does not name them, e.g. `items.*`
 */
export async function queryRows<Schema extends z.ZodType>(
  query: Query,
  schema: Schema,
  { more = [], ...input }: Omit<Parameters<Query["graph"]>[0], "fields"> & { more?: string[] }
): Promise<z.output<Schema>[]> {
  const { data } = await query.graph({ ...input, fields: [...(fieldsOf(schema) ?? []), ...more] })
  return data.map((row) => schema.parse(row))
}

/** The fields that a schema reads, as `query` names them: `id`, `items.title`. Undefined for what is one field itself. */
function fieldsOf(schema: z.ZodType): string[] | undefined {
  if (schema instanceof z.ZodObject) {
    return Object.entries<z.ZodType>(schema.shape).flatMap(
      ([name, part]) => fieldsOf(part)?.map((field) => `${name}.${field}`) ?? [name]
    )
  }
  // innerType: optional, nullable, default, catch. element: array. in: transform and pipe. A union or a record is one field.
  const { innerType, element, in: input } = schema.def as Partial<Record<"innerType" | "element" | "in", z.ZodType>>
  const inner = innerType ?? element ?? input
  return inner && fieldsOf(inner)
}

/** A column that holds JSON: `query` names it as a whole. */
export function json<Schema extends z.ZodType>(schema: Schema) {
  return z.unknown().pipe(schema)
}

export type Link = "order_cart" | "order_payment_collection" | "cart_payment_collection"
export type LinkedId = "order_id" | "cart_id" | "payment_collection_id"

/** The ids at the other end of Medusa's links. */
export async function linkedIds(
  query: Query,
  entity: Link,
  filters: Partial<Record<LinkedId, string>>,
  field: LinkedId
): Promise<string[]> {
  const link = z.looseObject({ [field]: z.string() })
  const links = await queryRows(query, link, { entity, filters })
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
