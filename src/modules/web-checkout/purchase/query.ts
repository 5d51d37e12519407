import { BigNumber, MathBN } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

/** The part of Medusa's `query` that the provider uses; parsed on arrival, so it needs no type of Medusa's. */
export interface Query {
  graph(input: { entity: string; fields: string[]; filters: Record<string, unknown> }): Promise<{ data: unknown[] }>
}

/** Medusa hands amounts out as its BigNumber, as a number, or as a `raw_` object: here each is the exact decimal's text. */
export const decimal = z
  .union([z.number(), z.instanceof(BigNumber), z.object({ value: z.union([z.string(), z.number()]) })])
  .transform((amount) => MathBN.convert(amount).toFixed())
