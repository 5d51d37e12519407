import { z } from "@medusajs/framework/zod"
import { PaymentSessionStatus } from "@medusajs/framework/utils"
import { notAllowed } from "../../modules/web-checkout/errors"
import { json, type Query, queryRows, relatedRows } from "../../modules/web-checkout/purchase/query"

const group = z.looseObject({ id: z.string(), name: z.string().nullish() })
const customerFields = z.looseObject({ groups: relatedRows(group) })

const sessionFields = z.looseObject({
  status: z.string(),
  data: json(z.looseObject({ customer_id: z.string().nullish() }).nullish()),
  payment_collection: z.looseObject({ cart: z.looseObject({ customer_id: z.string().nullish() }).nullish() }).nullish(),
})

/**
 * Medusa offers a provider to everybody in a region, so whoever is not signed in as a member of one of the groups is refused here. The
 * cart's customer proves nothing: a guest may enter anybody's e-mail address in a cart.
 *
 * @param customerId the signed-in customer's id
 * @param groups ids or names; undefined for everybody
 * @throws MedusaError NOT_ALLOWED for anybody else
 */
export async function requireGroup(
  query: Query,
  customerId: string | null | undefined,
  groups: string[] | undefined
): Promise<void> {
  if (groups === undefined) {
    return
  }
  const customers = customerId
    ? await queryRows(query, customerFields, { entity: "customer", filters: { id: customerId } })
    : []
  const own = customers.flatMap((customer) => customer.groups)
  if (!own.some(({ id, name }) => groups.includes(id) || groups.includes(name ?? ""))) {
    throw notAllowed("Paying later is not offered to this customer. Choose another way to pay.")
  }
}

/**
 * The same check when the cart is completed: the customer who started the session must still be in a group, and own the cart. Medusa has
 * created the order by then. Once a session is accepted, it is not checked again.
 *
 * @throws MedusaError NOT_ALLOWED
 */
export async function requireGroupAtCompletion(
  query: Query,
  sessionId: string,
  groups: string[] | undefined
): Promise<void> {
  const [session] = await queryRows(query, sessionFields, { entity: "payment_session", filters: { id: sessionId } })
  if (groups === undefined || session?.status === PENDING_AUTHORIZATION) {
    return
  }
  const customerId = session?.data?.customer_id
  const isOwnCart = customerId === session?.payment_collection?.cart?.customer_id
  await requireGroup(query, isOwnCart ? customerId : undefined, groups)
}

const PENDING_AUTHORIZATION: string = PaymentSessionStatus.PENDING_AUTHORIZATION
