import { z } from "@medusajs/framework/zod"
import { PaymentSessionStatus } from "@medusajs/framework/utils"
import { notAllowed } from "../../modules/web-checkout/errors"
import type { Query } from "../../modules/web-checkout/purchase/query"
import { PAY_LATER } from "../../modules/web-checkout/provider-ids"
import { absentKeys } from "./session-data"

const group = z.looseObject({ id: z.string(), name: z.string().nullish() })
const customerFields = z.looseObject({ groups: z.array(group.nullable()).nullish() })

/** What Medusa hands a provider of who has signed in; no storefront can write it. */
const signedIn = z.looseObject({ customer: z.looseObject({ id: z.string() }).nullish() })

const sessionFields = z.looseObject({
  status: z.string(),
  data: z.looseObject({ customer_id: z.string().nullish() }).nullish(),
  payment_collection: z.looseObject({ cart: z.looseObject({ customer_id: z.string().nullish() }).nullish() }).nullish(),
})

/** Who has signed in, by a session's context. */
export function signedInCustomer(context: unknown): string | undefined {
  return signedIn.safeParse(context ?? {}).data?.customer?.id
}

/**
 * Medusa offers a provider to everybody in a region: whoever has not signed in as somebody of the groups is refused here. The
 * cart's customer says nothing, for a guest may write anybody's e-mail address into a cart.
 *
 * @param customerId of who has signed in
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
  const { data } = customerId
    ? await query.graph({ entity: "customer", fields: ["id", "groups.id", "groups.name"], filters: { id: customerId } })
    : { data: [] }
  const own = data.flatMap((customer) => customerFields.parse(customer).groups ?? [])
  if (!own.some((one) => one !== null && (groups.includes(one.id) || groups.includes(one.name ?? "")))) {
    throw notAllowed("Paying later is not offered to this customer. Choose another way to pay.")
  }
}

/**
 * The same when the cart is completed: whoever started the session is still of the group, and it is their cart. Medusa has made
 * the order by then. Once it stands, nobody is asked again.
 *
 * @throws MedusaError NOT_ALLOWED
 */
export async function requireGroupAtCompletion(
  query: Query,
  sessionId: string,
  groups: string[] | undefined
): Promise<void> {
  const { data } = await query.graph({
    entity: "payment_session",
    fields: ["id", "status", "data", "payment_collection.cart.customer_id"],
    filters: { id: sessionId },
  })
  const [session] = data.map((found) => sessionFields.parse(found))
  if (groups === undefined || session?.status === PENDING_AUTHORIZATION) {
    return
  }
  const customerId = session?.data?.customer_id
  const isOwnCart = customerId === session?.payment_collection?.cart?.customer_id
  await requireGroup(query, isOwnCart ? customerId : undefined, groups)
}

const PENDING_AUTHORIZATION: string = PaymentSessionStatus.PENDING_AUTHORIZATION

/** What a storefront sees of a payment that is made later: no page to go to, the cart is completed at once. */
export function laterData(
  sessionId: string,
  customerId: string | null,
  sent?: Record<string, unknown>
): Record<string, unknown> {
  return { ...absentKeys(sent), session_id: sessionId, mode: PAY_LATER, customer_id: customerId }
}
