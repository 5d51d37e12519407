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
import type { Problem } from "../../gateway/errors"
import { compareAmounts, formatAmount, toGatewayAmount } from "../../gateway/money"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { invalidData, withMedusaErrors } from "../../modules/web-checkout/errors"
import { readOrder, type OrderState } from "../../modules/web-checkout/purchase/order"
import type { PayLink } from "../../modules/web-checkout/rules/pay-link"
import { gatherAttempts } from "../medusa/orders"
import { findProviderOfOrder } from "../medusa/provider-of-order"

/** The input for a new pay link. */
interface NewPayLinkInput {
  order_id: string
  /** A part of the amount owed, in major units. Default: all of it. */
  amount?: number
  /** ISO 8601. Default: after the number of days in the options. */
  expires_at?: string
  note?: string
  /** The admin user's id. */
  actor_id: string
}

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
    const problems = [
      ...problemsOfOrder(order, await findProviderOfOrder(container, order_id)),
      ...(part === null ? [] : problemsOfPart(part, order)),
      ...problemsOfExpiry(expires_at),
    ]
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

function problemsOfOrder(order: OrderState, provider: string | undefined): Problem[] {
  const rule = order.isCanceled
    ? "is cancelled, so nothing can be paid"
    : order.isDraft
      ? "is a draft; convert it first, or set convert_draft"
      : order.hasAuthorized
        ? "has a reserved amount that is not captured yet"
        : order.owed <= 0
          ? "has no outstanding amount"
          : provider === undefined
            ? "is in a region without a payment provider of this plugin"
            : undefined
  return rule === undefined ? [] : [{ field: "order_id", rule }]
}

function problemsOfPart(part: number, { owed, currency_code }: OrderState): Problem[] {
  return compareAmounts(part, owed, currency_code) === 1
    ? [{ field: "amount", rule: `must be at most what the order owes: ${formatAmount(owed, currency_code)}` }]
    : []
}

function problemsOfExpiry(expires_at: string | undefined): Problem[] {
  return expires_at !== undefined && !(new Date(expires_at) > new Date())
    ? [{ field: "expires_at", rule: "must be in the future" }]
    : []
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
export const createPayLinkWorkflow = createWorkflow(
  "webcheckout-create-pay-link",
  (input: NewPayLinkInput & { convert_draft?: boolean }) => {
    when({ input }, ({ input }) => input.convert_draft === true).then(() => {
      const id = transform({ input }, ({ input }) => input.order_id)
      convertDraftOrderWorkflow.runAsStep({ input: { id } })
    })
    return new WorkflowResponse(createPayLinkStep(input))
  }
)
