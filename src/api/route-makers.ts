import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import type { GatewayErrorCode } from "../gateway/errors"
import { WEB_CHECKOUT } from "../modules/web-checkout"
import { failureOf, safeWords, TOO_MANY_CALLS } from "../modules/web-checkout/errors"
import type { ListPage } from "../modules/web-checkout/table"
import { describePayLink } from "../workflows/pay-link/list-pay-links"

/** The gateway cannot be reached or its answer is unusable: neither this server nor the caller is at fault. */
const HTTP_STATUS: Partial<Record<GatewayErrorCode, number>> = {
  gateway_unreachable: 503,
  gateway_ambiguous: 503,
  gateway_unauthorized: 502,
  gateway_malformed: 502,
  gateway_unconfirmed: 503,
}

/** A route that answers with what `read` returns, or with its failure as `withFailures` does. */
export function answering<Body = unknown, Query = Record<string, unknown>>(
  read: (req: AuthenticatedMedusaRequest<Body, Query>) => Promise<object>
) {
  return withFailures<Body, Query>(async (req, res) => void res.json(await read(req)))
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
      const ofProblems = type === MedusaError.Types.NOT_FOUND ? 404 : 400
      const ofGateway = httpStatus === TOO_MANY_CALLS ? 503 : code && HTTP_STATUS[code]
      // Undefined for a failure that Medusa's own handler answers.
      const status = problems ? ofProblems : ofGateway
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

/** What a use case is given: the body, the id in the path, and the id of the user who acts. */
type ActionInput<Body> = Body & { id: string; actor_id: string }

/**
 * Returns a function that makes a POST route of a use case: it runs the use case, then answers with the row. The path's id and the signed-in
 * user override the body's.
 *
 * @param show the row as it is afterwards
 */
export function actionRoutes(show: (req: AuthenticatedMedusaRequest) => Promise<object>) {
  return <Body extends object = object>(act: (scope: MedusaContainer, input: ActionInput<Body>) => Promise<unknown>) =>
    answering<Body>(async (req) => {
      await act(req.scope, { ...req.validatedBody, id: req.params.id, actor_id: req.auth_context.actor_id })
      return show(req)
    })
}

type ListOf = (container: MedusaContainer, filters: Record<string, unknown>, page: ListPage) => Promise<object>

/** The route of a list, by Medusa's list conventions. @param only further filters, which the request cannot change */
export function listRoute(list: ListOf, only: (req: AuthenticatedMedusaRequest) => object = () => ({})) {
  return answering(async (req) => {
    const { skip: offset, take: limit = 20, order } = req.queryConfig.pagination
    const page = { fields: req.queryConfig.fields, offset, limit, order }
    return { ...(await list(req.scope, { ...req.filterableFields, ...only(req) }, page)), offset, limit }
  })
}

/** A route that acts on a pay link, and answers with the link. */
export function payLinkAction(act: (container: MedusaContainer, id: string, actor_id: string) => Promise<unknown>) {
  return answering(async ({ scope, params, auth_context }) => {
    await act(scope, params.id, auth_context.actor_id)
    const link = await scope.resolve(WEB_CHECKOUT).payLinks.retrieve(params.id)
    return { pay_link: await describePayLink(scope, link) }
  })
}
