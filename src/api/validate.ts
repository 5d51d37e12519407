import {
  validateAndTransformQuery,
  type MedusaNextFunction,
  type MedusaRequest,
  type MedusaResponse,
  type MiddlewareFunction,
} from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { describeProblems } from "../gateway/errors"
import { problemsOf } from "../gateway/schemas"

type Config = Parameters<typeof validateAndTransformQuery>[1] & { allowed: string[] }

/**
 * Validates the query, and removes requested fields that are not allowed.
 *
 * Medusa 2.20 removes them itself; 2.19 does so only if the store has set the flag `rbac_filter_fields`.
 */
export function validateQuery(
  schema: Parameters<typeof validateAndTransformQuery>[0],
  config: Config
): MiddlewareFunction[] {
  const allowed = new Set(config.allowed)
  return [
    // A copy, because Medusa 2.19 adds to the list that it is given.
    validateAndTransformQuery(schema, { ...config, allowed: [...config.allowed] }),
    (req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction) => {
      req.queryConfig.fields = req.queryConfig.fields.filter((field) => allowed.has(field))
      next()
    },
  ]
}

/** Parses the body, or answers 400 with every problem by its field: `{ type, message, problems: [{ field, rule }] }`. */
export function validateBody(schema: z.ZodType) {
  return (req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void => {
    const parsed = schema.safeParse(req.body ?? {})
    if (parsed.success) {
      req.validatedBody = parsed.data
      next()
      return
    }
    const problems = problemsOf(parsed.error)
    res.status(400).json({ type: MedusaError.Types.INVALID_DATA, message: describeProblems(problems), problems })
  }
}

/** The `order` of a list: one of its columns, descending with a `-` in front. */
export function sortOrder(columns: readonly string[]) {
  return z
    .string()
    .refine((order) => columns.includes(order.replace(/^-/, "")), "order: must be a column of the list")
    .optional()
}

/** A filter that takes one value or a list of them. */
export function oneOrMany<Value extends z.ZodType>(value: Value) {
  return z.union([value, z.array(value)]).optional()
}
