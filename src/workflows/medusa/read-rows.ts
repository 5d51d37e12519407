import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { z } from "@medusajs/framework/zod"

interface Pagination {
  take: number
  skip: number
  order: Record<string, "ASC" | "DESC">
}

/** Reads through Medusa's `query` and parses what comes: its types end at the module that owns them. */
export async function readRows<Schema extends z.ZodType>(
  container: MedusaContainer,
  schema: Schema,
  input: {
    entity: string
    fields: string[]
    filters: Record<string, unknown>
    pagination?: Pagination
    withDeleted?: boolean
  }
): Promise<z.output<Schema>[]> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph(input)
  return data.map((row: unknown) => schema.parse(row))
}

/** The row with this id; undefined if there is none. */
export async function readOne<Schema extends z.ZodType>(
  container: MedusaContainer,
  schema: Schema,
  entity: string,
  id: string,
  fields: string[]
): Promise<z.output<Schema> | undefined> {
  const [row] = await readRows(container, schema, { entity, fields, filters: { id } })
  return row
}
