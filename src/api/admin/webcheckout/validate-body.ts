import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { describeProblems } from "../../../gateway/errors"
import { problemsOf } from "../../../gateway/schemas"

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

/** A filter that takes one value or a list of them. */
export function oneOrMany<Value extends z.ZodType>(value: Value) {
  return z.union([value, z.array(value)]).optional()
}
