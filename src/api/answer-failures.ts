import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import type { GatewayErrorCode } from "../gateway/errors"
import { failureOf, safeWords, TOO_MANY_CALLS } from "../modules/web-checkout/errors"

/** The HTTP status of each failure of the gateway; a refusal is the caller's error, which Medusa answers. */
const HTTP_STATUS: Partial<Record<GatewayErrorCode, number>> = {
  gateway_unreachable: 503,
  gateway_ambiguous: 503,
  gateway_unauthorized: 502,
  gateway_malformed: 502,
  gateway_unconfirmed: 503,
}

/**
 * Wraps a route. Two kinds of failure are answered here, because Medusa's error handler cannot pass on their details:
 * a request with problems (400 or 404, `problems: [{ field, rule }]`), and a gateway that gave no usable answer (502 or 503, `code`). Both
 * have `{ type, message }` like every answer of Medusa's. Medusa answers all other errors.
 */
export function withFailures<Body = unknown, Query = Record<string, unknown>>(
  route: (req: AuthenticatedMedusaRequest<Body, Query>, res: MedusaResponse) => Promise<void>
) {
  return async (req: AuthenticatedMedusaRequest<Body, Query>, res: MedusaResponse): Promise<void> => {
    try {
      await route(req, res)
    } catch (error) {
      const { message, code, type, problems, httpStatus, retryAfterMs } = failureOf(error)
      const statusOfProblems = type === MedusaError.Types.NOT_FOUND ? 404 : 400
      const statusOfGateway = httpStatus === TOO_MANY_CALLS ? 503 : code && HTTP_STATUS[code]
      // Undefined for a failure that Medusa's own handler answers.
      const status = problems ? statusOfProblems : statusOfGateway
      if (status === undefined) {
        throw error
      }
      req.scope
        .resolve(ContainerRegistrationKeys.LOGGER)
        .info(`medusa-payment-webcheckout: ${req.method} answered ${status}: ${safeWords(error)}`)
      if (retryAfterMs !== undefined) {
        res.setHeader("retry-after", Math.ceil(retryAfterMs / 1000))
      }
      // A request that the gateway's schemas refuse may come without Medusa's type.
      res.status(status).json({ type: type ?? MedusaError.Types.INVALID_DATA, message, code, problems })
    }
  }
}
