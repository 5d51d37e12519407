import {
  validateAndTransformQuery,
  type MedusaNextFunction,
  type MedusaRequest,
  type MedusaResponse,
  type MiddlewareFunction,
} from "@medusajs/framework/http"

type Config = Parameters<typeof validateAndTransformQuery>[1] & { allowed: string[] }

/**
 * Validates the query, and leaves of the fields it asks for those that are allowed.
 *
 * Medusa 2.20 leaves them out by itself; 2.19 does so only where a store has set the flag `rbac_filter_fields`.
 */
export function validateQuery(
  schema: Parameters<typeof validateAndTransformQuery>[0],
  config: Config
): MiddlewareFunction[] {
  const allowed = new Set(config.allowed)
  return [
    // Medusa 2.19 adds to the list that it is given.
    validateAndTransformQuery(schema, { ...config, allowed: [...config.allowed] }),
    (req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction) => {
      req.queryConfig.fields = req.queryConfig.fields.filter((field) => allowed.has(field))
      next()
    },
  ]
}
