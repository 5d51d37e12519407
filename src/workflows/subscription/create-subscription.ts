import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { describeProblems } from "../../gateway/errors"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { FailureError, invalidData, notAllowed } from "../../modules/web-checkout/errors"
import { DEFAULT_ACCOUNT } from "../../modules/web-checkout/options"
import { TERMS, type SubscriptionRow } from "../../modules/web-checkout/subscription"
import {
  parseTerms,
  subscriptionInputSchema,
  type Subscriber,
  type SubscriptionInput,
} from "../../modules/web-checkout/subscription-input"
import { purchaseLease } from "../checkout/purchase-lock"
import { person } from "../medusa/read-purchases"
import { readOne } from "../medusa/read-rows"
import { sendSubscription } from "./send-subscription"

const customerRow = person.extend({ email: z.string().nullish(), phone: z.string().nullish() })

export type CreateSubscriptionInput = SubscriptionInput & {
  /** The admin user's id. */
  actor_id?: string
}

/**
 * Creates a recurring payment link at the gateway. The row is committed before the call; repeated with the same `idempotency_key`, even
 * at the same time, it returns the first row and sends nothing.
 *
 * @returns its `status` is the outcome: `created` (or `active` with `extendedApi`), `rejected`, or `unconfirmed` if the answer was lost; a
 * repeated call may return `creating` if the first was interrupted
 * @throws MedusaError INVALID_DATA with the name of each field, before anything is written or sent; NOT_FOUND for an unknown customer;
 * NOT_ALLOWED while another process creates it
 * @example
 * const { status } = await createSubscription(container, {
 *   idempotency_key: order.id, // one subscription for this order
 *   customer_id: order.customer_id,
 *   description: "Coffee, monthly",
 *   amount: 25, // major units
 *   currency_code: "USD",
 *   send_every: "MONTH",
 *   send_on_hour: 8, // UTC
 *   start_date: "2027-01-01",
 * })
 */
export async function createSubscription(
  container: MedusaContainer,
  { actor_id, ...input }: CreateSubscriptionInput
): Promise<SubscriptionRow> {
  const { data: idempotency_key } = subscriptionInputSchema.shape.idempotency_key.safeParse(input.idempotency_key)
  if (idempotency_key === undefined) {
    throw invalidData([{ field: "idempotency_key", rule: "must have 1 to 200 characters" }])
  }
  const terms = parseTerms(input, await findSubscriber(container, input))
  const subscription = { ...terms, idempotency_key, account: DEFAULT_ACCOUNT }
  const key = `webcheckout:subscription:${idempotency_key}`
  const { leases, subscriptions, history, options } = container.resolve(WEB_CHECKOUT)
  const held = await leases.hold(key, purchaseLease, async () => {
    const { row, isNew } = await subscriptions.create(subscription)
    if (isNew) {
      await history.record({ subject_id: row.id, action: "create", actor_id })
      return sendSubscription(container, row)
    }
    if (row.environment !== options.environment) {
      throw invalidData([{ field: "idempotency_key", rule: `has been used in the environment ${row.environment}` }])
    }
    const different = TERMS.find((field) => row[field] !== subscription[field])
    if (different) {
      throw invalidData([
        { field: "idempotency_key", rule: `has been used for another subscription, with another ${different}` },
      ])
    }
    return row
  })
  if (!held) {
    throw notAllowed("Another process is creating this subscription. Try again in a moment.")
  }
  return held.result
}

/** The person who receives the links. A store customer's data comes from the store. */
async function findSubscriber(container: MedusaContainer, input: SubscriptionInput): Promise<Subscriber | undefined> {
  if (input.customer || !input.customer_id) {
    return input.customer ?? undefined
  }
  const customer = await readOne(container, customerRow, "customer", input.customer_id)
  if (!customer) {
    const problem = { field: "customer_id", rule: `there is no customer ${input.customer_id}` }
    throw new FailureError(MedusaError.Types.NOT_FOUND, describeProblems([problem]), { problems: [problem] })
  }
  return customer
}
