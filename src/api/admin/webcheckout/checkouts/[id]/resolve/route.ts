import { MedusaError } from "@medusajs/framework/utils"
import type { z } from "@medusajs/framework/zod"
import { failureOf } from "../../../../../../modules/web-checkout/errors"
import { resolveCase, type resolveCaseBody } from "../../../../../../workflows/checkout/resolve-case"
import { showCheckout } from "../../query-config"
import { withFailures } from "../../../../../answer-failures"

/**
 * Closes a case that a person has dealt with outside Medusa, and records the person's note. Answers 409 with the checkout if the case has
 * changed since the person saw it, and 503 if the gateway was asked and gave no usable answer, except for an `unanswered` case.
 */
export const POST = withFailures<z.infer<typeof resolveCaseBody>>(async (req, res) => {
  try {
    await resolveCase(req.scope, { ...req.validatedBody, id: req.params.id, actor_id: req.auth_context.actor_id })
  } catch (error) {
    const { type, message } = failureOf(error)
    if (type !== MedusaError.Types.CONFLICT) {
      throw error
    }
    res.status(409).json({ type, message, ...(await showCheckout(req)) })
    return
  }
  res.json(await showCheckout(req))
})
