import {
  validateAndTransformQuery,
  type MedusaNextFunction,
  type MedusaRequest,
  type MedusaResponse,
  type MiddlewareFunction,
} from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { createFindParams, createOperatorMap } from "@medusajs/medusa/api/utils/validators"
import { DateTime } from "luxon"
import { describeProblems } from "../gateway/errors"
import { calendarDate, problemsOf } from "../gateway/schemas"

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
  return [
    // A copy, because Medusa 2.19 adds to the list that it is given.
    validateAndTransformQuery(schema, { ...config, allowed: [...config.allowed] }),
    (req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction) => {
      req.queryConfig.fields = req.queryConfig.fields.filter((field) => config.allowed.includes(field))
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

/**
 * Medusa's paging parameters. Refuses with 400 what the database would fail on.
 *
 * @param columns by which the list can be sorted, descending with a `-` in front
 */
export function pageParams(columns: readonly string[], defaultOrder = "-created_at") {
  const params = createFindParams()
  const isColumn = (order: string) => columns.includes(order.replace(/^-/, ""))
  return params.extend({
    offset: params.shape.offset.pipe(z.int().min(0)),
    limit: params.shape.limit.pipe(z.int().min(0)),
    order: z.string().refine(isColumn, "order: must be a column of the list").default(defaultOrder),
  })
}

/** Filters by time, in Medusa's spelling: `{ $gte: "2026-11-01" }`. */
export const TIME_FILTERS = { created_at: timeFilter("created_at"), updated_at: timeFilter("updated_at") }

function timeFilter(field: string) {
  const isTime = (value: unknown): boolean =>
    typeof value === "string"
      ? calendarDate.safeParse(value.slice(0, 10)).success && DateTime.fromISO(value).isValid
      : Object.values(value ?? {}).every(isTime)
  return createOperatorMap().refine(isTime, `${field}: must be yyyy-MM-dd, or with an ISO 8601 time`).optional()
}

/** A filter that takes one value or a list of them. */
export function oneOrMany<Value extends z.ZodType>(value: Value) {
  return z.union([value, z.array(value)]).optional()
}
