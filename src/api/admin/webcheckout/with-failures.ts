import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import type { GatewayErrorCode } from "../../../gateway/errors"
import { failureOf, safeWords, TOO_MANY_CALLS, type Failure } from "../../../modules/web-checkout/errors"

/** The gateway is not there, or answers what nobody can use: not this server's fault, nor the caller's. */
const HTTP_STATUS: Partial<Record<GatewayErrorCode, number>> = {
  gateway_unreachable: 503,
  gateway_ambiguous: 503,
  gateway_unauthorized: 502,
  gateway_malformed: 502,
  gateway_unconfirmed: 503,
}

/**
 * A route that asks the gateway. Two kinds of failure are answered here, because Medusa's handler has no place for what they
 * tell: a request with problems (400 or 404, `problems: [{ field, rule }]`), and a gateway that gave no usable answer (502 or 503,
 * `code`). Both have `{ type, message }` as every answer of Medusa's; all other errors are Medusa's to answer.
 */
export function withFailures<Body = unknown>(
  route: (req: AuthenticatedMedusaRequest<Body>, res: MedusaResponse) => Promise<void>
) {
  return async (req: AuthenticatedMedusaRequest<Body>, res: MedusaResponse): Promise<void> => {
    try {
      await route(req, res)
    } catch (error) {
      const failure = failureOf(error)
      const { message, code, type, problems, retryAfterMs } = failure
      const status = httpStatusOf(failure)
      if (status === undefined) {
        throw error
      }
      req.scope
        .resolve(ContainerRegistrationKeys.LOGGER)
        .info(`medusa-payment-webcheckout: ${req.method} answered ${status}: ${safeWords(error)}`)
      if (retryAfterMs !== undefined) {
        res.setHeader("retry-after", Math.ceil(retryAfterMs / 1000))
      }
      res.status(status).json({ type, message, code, problems })
    }
  }
}

/** Undefined for a failure that Medusa's own handler answers. */
function httpStatusOf({ type, code, problems, httpStatus }: Failure): number | undefined {
  if (problems) {
    return type === MedusaError.Types.NOT_FOUND ? 404 : 400
  }
  return httpStatus === TOO_MANY_CALLS ? 503 : code && HTTP_STATUS[code]
}
