import { BigNumber, MathBN } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

/** The part of Medusa's `query` that the provider uses. Results are parsed, so it needs no type of Medusa's. */
export interface Query {
  graph(input: { entity: string; fields: string[]; filters: Record<string, unknown> }): Promise<{ data: unknown[] }>
}

/** Medusa returns amounts as BigNumber, number or `raw_` object; this turns each into its exact decimal text. */
export const decimal = z
  .union([z.number(), z.instanceof(BigNumber), z.object({ value: z.union([z.string(), z.number()]) })])
  .transform((amount) => MathBN.convert(amount).toFixed())
