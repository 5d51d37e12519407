import { z } from "zod"
import { notAllowed } from "../../modules/web-checkout/errors"
import type { Purchase } from "../../modules/web-checkout/purchase/purchase"
import type { Query } from "../../modules/web-checkout/purchase/query"
import { absentKeys } from "./session-data"

const group = z.looseObject({ id: z.string(), name: z.string().nullish() })
const customerFields = z.looseObject({
  has_account: z.boolean().nullish(),
  groups: z.array(group.nullable()).nullish(),
})

/**
 * Medusa offers a provider to everybody in a region: whoever is not in one of the groups is refused here, by the customer that
 * the server knows.
 *
 * @param groups ids or names; undefined for everybody
 * @throws MedusaError NOT_ALLOWED for anybody else, and for a collection without a cart
 */
export async function requirePayLater(query: Query, { cart }: Purchase, groups: string[] | undefined): Promise<void> {
  if (!cart) {
    throw notAllowed("Only a cart can be ordered now and paid later.")
  }
  if (groups === undefined) {
    return
  }
  const customerId = cart.customer?.id
  const { data } =
    customerId === undefined
      ? { data: [] }
      : await query.graph({
          entity: "customer",
          fields: ["id", "has_account", "groups.id", "groups.name"],
          filters: { id: customerId },
        })
  // A guest may write anybody's e-mail address into a cart: only who has signed in is who they say.
  const own = data
    .map((customer) => customerFields.parse(customer))
    .flatMap(({ has_account, groups }) => (has_account ? (groups ?? []) : []))
  if (!own.some((one) => one !== null && (groups.includes(one.id) || groups.includes(one.name ?? "")))) {
    throw notAllowed("Paying later is not offered to this customer. Choose another way to pay.")
  }
}

/** What a storefront sees of a payment that is made later: no page to go to, the cart is completed at once. */
export function laterData(sessionId: string, sent?: Record<string, unknown>): Record<string, unknown> {
  return { ...absentKeys(sent), session_id: sessionId, mode: "pay-later" }
}
