import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../modules/web-checkout"
import type { ListPage } from "../modules/web-checkout/table"
import { withFailures } from "./answer-failures"
import { describePayLink } from "../workflows/pay-link/list-pay-links"

/** Makes a route that sends the result of `read` as JSON; `withFailures` answers its failures. */
export function answering<Body = unknown, Query = Record<string, unknown>>(
  read: (req: AuthenticatedMedusaRequest<Body, Query>) => Promise<object>
) {
  return withFailures<Body, Query>(async (req, res) => void res.json(await read(req)))
}

/** Input of a use case: the body, the id in the path, and the id of the user who acts. */
type ActionInput<Body> = Body & { id: string; actor_id: string }

/**
 * Returns a function that makes a POST route of a use case: it runs the use case, then answers with the row. The path's id and the signed-in
 * user override the body's.
 *
 * @param show returns the row after the action
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
