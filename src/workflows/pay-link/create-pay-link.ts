import {
  createWorkflow,
  transform,
  when,
  WorkflowResponse,
  createStep,
  StepResponse,
} from "@medusajs/framework/workflows-sdk"
import { convertDraftOrderWorkflow } from "@medusajs/medusa/core-flows"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { compareAmounts, formatAmount, toGatewayAmount } from "../../gateway/money"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { invalidData, withMedusaErrors } from "../../modules/web-checkout/errors"
import { readOrder, type OrderState } from "../../modules/web-checkout/purchase/order"
import type { PayLink } from "../../modules/web-checkout/rules/pay-link"
import { gatherAttempts } from "../medusa/orders"
import { findProviderOfOrder } from "../medusa/provider-of-order"

/** The request for a new pay link. */
export const payLinkBody = z.strictObject({
  order_id: z.string("is required").min(1, "is required"),
  /** A part of what the order owes, in major units. Default: all of it. */
  amount: z.number("must be a number").positive("must be more than 0").optional(),
  /** ISO 8601 with a time zone. Default: after the number of days in the options. */
  expires_at: z.iso
    .datetime({ offset: true, error: "must be a moment with its zone, as 2026-12-31T20:00:00Z" })
    .optional(),
  note: z
    .string("must be text")
    .trim()
    .min(1, "must not be empty")
    .max(1000, "must have at most 1000 characters")
    .optional(),
  /** Converts the order first, if it is a draft. */
  convert_draft: z.boolean().optional(),
})

/** The input for a new pay link. `actor_id`: the admin user's id. */
export type NewPayLinkInput = z.infer<typeof payLinkBody> & { actor_id: string }

/**
 * Creates a pay link for an order's outstanding amount. The compensation ends it.
 *
 * @throws MedusaError NOT_FOUND; INVALID_DATA at `order_id`, `amount` or `expires_at`
 */
const createPayLinkStep = createStep(
  "webcheckout-create-pay-link",
  async ({ order_id, amount, expires_at, note, actor_id }: NewPayLinkInput, { container }) => {
    const { payLinks, purchases } = container.resolve(WEB_CHECKOUT)
    const order = await readOrder(container.resolve(ContainerRegistrationKeys.QUERY), order_id)
    const currency_code = order.currency_code.toUpperCase()
    const part = await withMedusaErrors(async () =>
      amount === undefined ? null : toGatewayAmount(String(amount), currency_code)
    )
    const isTooMuch = part !== null && compareAmounts(part, order.owed, order.currency_code) === 1
    const isPast = expires_at !== undefined && !(new Date(expires_at) > new Date())
    const rules = {
      order_id: ruleOfOrder(order, await findProviderOfOrder(container, order_id)),
      amount: isTooMuch && `must be at most what the order owes: ${formatAmount(order.owed, order.currency_code)}`,
      expires_at: isPast && "must be in the future",
    }
    const problems = Object.entries(rules).flatMap(([field, rule]) => (rule ? { field, rule } : []))
    if (problems.length > 0) {
      throw invalidData(problems)
    }
    await gatherAttempts(container, order_id)
    const link = await payLinks.create({
      order_id,
      order_reference: await purchases.orderReferenceOf({ order_id }),
      customer_id: order.customer_id,
      currency_code,
      amount: part,
      note: note ?? null,
      expires_at: expires_at === undefined ? undefined : new Date(expires_at),
      created_by: actor_id,
    })
    return new StepResponse<PayLink, { id: string; actor_id: string }>(link, { id: link.id, actor_id })
  },
  async (made, { container }) => {
    if (made) {
      await container.resolve(WEB_CHECKOUT).payLinks.end(made.id, made.actor_id)
    }
  }
)

/** Why nothing can be paid of the order; undefined if something can. */
function ruleOfOrder(order: OrderState, provider: string | undefined): string | undefined {
  const rules: [boolean, string][] = [
    [order.isCanceled, "is cancelled, so nothing can be paid"],
    [order.isDraft, "is a draft; convert it first, or set convert_draft"],
    [order.hasAuthorized, "has a reserved amount that is not captured yet"],
    [order.owed <= 0, "has no outstanding amount"],
    [provider === undefined, "is in a region without a payment provider of this plugin"],
  ]
  return rules.find(([applies]) => applies)?.[1]
}

/**
 * Creates a pay link for an order's outstanding amount, or a part of it. With `convert_draft`, it first converts a draft order; if the link
 * cannot be created, the conversion is undone.
 *
 * @throws MedusaError NOT_FOUND; INVALID_DATA with every problem and its field
 * @example
 * const { result } = await createPayLinkWorkflow(container).run({
 *   input: { order_id: "order_123", amount: 50, note: "Deposit", actor_id: "user_1" },
 * })
 */
export const createPayLinkWorkflow = createWorkflow("webcheckout-create-pay-link", (input: NewPayLinkInput) => {
  when({ input }, ({ input }) => input.convert_draft === true).then(() => {
    const id = transform({ input }, ({ input }) => input.order_id)
    convertDraftOrderWorkflow.runAsStep({ input: { id } })
  })
  return new WorkflowResponse(createPayLinkStep(input))
})
