import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { describeProblems } from "../../gateway/errors"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { FailureError, invalidData, notAllowed } from "../../modules/web-checkout/errors"
import { DEFAULT_ACCOUNT } from "../../modules/web-checkout/options"
import { TERMS, type NewSubscription, type SubscriptionRow } from "../../modules/web-checkout/subscription"
import { parseTerms, type Subscriber, type SubscriptionInput } from "../../modules/web-checkout/subscription-input"
import { purchaseLease } from "../checkout/purchase-lock"
import { readRows } from "../medusa/read-rows"
import { sendSubscription } from "./steps/send-subscription"

const customerRow = z.looseObject({
  id: z.string(),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
})

export type CreateSubscriptionInput = SubscriptionInput & {
  /** The admin user's id. */
  actor_id?: string
}

/**
 * Creates a recurring payment link. The row is committed before the call; a request that is repeated with the same
 * `idempotency_key`, also at the same time, gives the row of the first and sends nothing. The row says what came of it:
 * `created` (or `active` with `extendedApi`), `rejected`, or `unconfirmed` when nobody knows.
 *
 * @throws MedusaError INVALID_DATA, with the field's name, before anything is written or sent; NOT_FOUND for an unknown
 * customer
 */
export async function createSubscription(
  container: MedusaContainer,
  { actor_id, ...input }: CreateSubscriptionInput
): Promise<SubscriptionRow> {
  const prepared = await prepare(container, input)
  const key = `webcheckout:subscription:${input.idempotency_key}`
  const { leases } = container.resolve(WEB_CHECKOUT)
  const held = await leases.hold(key, purchaseLease, () => createOnce(container, prepared, actor_id))
  if (!held) {
    throw notAllowed("Another process is creating this subscription. Try again in a moment.")
  }
  return held.result
}

/** Checks every documented rule before anything is written or sent; of a customer of the store, what the store knows. */
async function prepare(container: MedusaContainer, input: SubscriptionInput): Promise<NewSubscription> {
  const subscriber = await subscriberOf(input, container)
  return { ...parseTerms(input, subscriber), idempotency_key: input.idempotency_key, account: DEFAULT_ACCOUNT }
}

/** The row stays whatever happens after it is committed: it is the only trace of a call whose answer is lost. */
async function createOnce(
  container: MedusaContainer,
  subscription: NewSubscription,
  actor_id: string | undefined
): Promise<SubscriptionRow> {
  const { subscriptions, history } = container.resolve(WEB_CHECKOUT)
  const { row, isNew } = await subscriptions.create(subscription)
  const different = TERMS.find((field) => row[field] !== subscription[field])
  if (different) {
    throw invalidData([
      { field: "idempotency_key", rule: `has been used for another subscription, with another ${different}` },
    ])
  }
  if (!isNew) {
    return row
  }
  await history.record({ subject_id: row.id, action: "create", actor_id })
  return sendSubscription(container, row)
}

async function subscriberOf(input: SubscriptionInput, container: MedusaContainer): Promise<Subscriber | undefined> {
  if (input.customer) {
    return { ...input.customer, phone: input.customer.phone ?? null }
  }
  if (!input.customer_id) {
    return undefined
  }
  const [customer] = await readRows(container, customerRow, {
    entity: "customer",
    fields: ["id", "first_name", "last_name", "email", "phone"],
    filters: { id: input.customer_id },
  })
  if (!customer) {
    const problem = { field: "customer_id", rule: `there is no customer ${input.customer_id}` }
    throw new FailureError(MedusaError.Types.NOT_FOUND, describeProblems([problem]), { problems: [problem] })
  }
  const { first_name = null, last_name = null, email = null, phone = null } = customer
  return { first_name, last_name, email, phone }
}

/** @throws MedusaError INVALID_DATA with the gateway's own words when it has refused the subscription; the row stays */
export function requireAccepted({ status, failure }: Pick<SubscriptionRow, "status" | "failure">): void {
  if (status === "rejected") {
    throw new MedusaError(MedusaError.Types.INVALID_DATA, failure ?? "The payment service rejected the subscription.")
  }
}
