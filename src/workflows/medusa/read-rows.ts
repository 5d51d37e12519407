import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { z } from "@medusajs/framework/zod"
import { queryRows } from "../../modules/web-checkout/purchase/query"

/** Reads through Medusa's `query` and parses what comes: its types end at the module that owns them. */
export async function readRows<Schema extends z.ZodType>(
  container: MedusaContainer,
  schema: Schema,
  input: {
    entity: string
    filters: Record<string, unknown>
    pagination?: { take: number; skip: number; order: Record<string, "ASC" | "DESC"> }
    withDeleted?: boolean
  }
): Promise<z.output<Schema>[]> {
  return queryRows(container.resolve(ContainerRegistrationKeys.QUERY), schema, input)
}

/** The row with this id; undefined if there is none. */
export async function readOne<Schema extends z.ZodType>(
  container: MedusaContainer,
  schema: Schema,
  entity: string,
  id: string
): Promise<z.output<Schema> | undefined> {
  const [row] = await readRows(container, schema, { entity, filters: { id } })
  return row
}
