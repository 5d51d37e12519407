import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { z } from "@medusajs/framework/zod"
import { describeProblems } from "../../../gateway/errors"
import { FailureError } from "../../../modules/web-checkout/errors"
import { DEFAULT_ACCOUNT } from "../../../modules/web-checkout/options"
import { parseTerms, type Subscriber, type SubscriptionInput } from "../../../modules/web-checkout/subscription-input"
import { readRows } from "../../medusa/read-rows"
import type { NewSubscription } from "../../../modules/web-checkout/subscription"

const customerRow = z.looseObject({
  id: z.string(),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  email: z.string().nullish(),
  phone: z.string().nullish(),
})

/**
 * Checks every documented rule before anything is written or sent; of a customer of the store, what the store knows.
 *
 * @throws MedusaError INVALID_DATA with every problem by the field's name; NOT_FOUND for an unknown customer
 */
export const prepareSubscriptionStep = createStep(
  "webcheckout-prepare-subscription",
  async (input: SubscriptionInput, { container }) => {
    const subscriber = await subscriberOf(input, container)
    const prepared: NewSubscription = {
      ...parseTerms(input, subscriber),
      idempotency_key: input.idempotency_key,
      account: DEFAULT_ACCOUNT,
    }
    return new StepResponse(prepared)
  }
)

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
