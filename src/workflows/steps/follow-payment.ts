import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules, PaymentActions } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { completeCartWorkflowId, processPaymentWorkflowId } from "@medusajs/medusa/core-flows"
import { MONEY_STATE } from "../../gateway/statuses"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { findMismatch } from "../../modules/web-checkout/gate"
import { CHECKOUT_EVENTS, type LedgerCheckout } from "../../modules/web-checkout/ledger"
import type { WebCheckoutService } from "../../modules/web-checkout/service"
import { outcomeOf, type CheckoutOutcome } from "../outcome"
import type { AskedCheckout } from "./ask-gateway"

export interface SettledCheckout {
  row: LedgerCheckout
  outcome: CheckoutOutcome
}

/**
 * Makes Medusa follow a payment: places the cart's order, or processes the payment of a collection without a cart.
 * Has no compensation: an order that was placed for a payment that was made stays.
 */
export const followPaymentStep = createStep(
  "webcheckout-follow-payment",
  async (asked: AskedCheckout, { container }) => {
    const row = await follow(asked, container)
    const settled: SettledCheckout = { row, outcome: outcomeOf(row) }
    return new StepResponse(settled)
  }
)

async function follow({ row, checkout }: AskedCheckout, container: MedusaContainer): Promise<LedgerCheckout> {
  const ledger = container.resolve<WebCheckoutService>(WEB_CHECKOUT)
  if (!checkout || !isToFollow(checkout.status, ledger.options.authorizedCheckouts)) {
    return row
  }
  if (findMismatch(row, checkout)) {
    return ledger.recordAttention(row.id, "amount_mismatch")
  }
  if (row.payment_session_id === null) {
    return ledger.recordAttention(row.id, "paid_after_superseded")
  }
  const followed = row.cart_id
    ? await placeOrder(container, row.cart_id, row.payment_session_id)
    : await processPayment(container, row.payment_session_id)
  if (!followed) {
    return row
  }
  const settled = await ledger.recordSettled(row.id, followed.order_id)
  await container
    .resolve(Modules.EVENT_BUS)
    .emit({ name: CHECKOUT_EVENTS.SETTLED, data: { id: row.id, order_id: followed.order_id } })
  return settled
}

function isToFollow(status: keyof typeof MONEY_STATE, authorizedCheckouts: "place-order" | "wait"): boolean {
  const money = MONEY_STATE[status]
  return money === "paid" || (money === "authorized" && authorizedCheckouts === "place-order")
}

/** Completes the cart as a transaction of its own. Undefined when Medusa would not, which is no loss: it is tried again. */
async function placeOrder(
  container: MedusaContainer,
  cartId: string,
  sessionId: string
): Promise<{ order_id: string } | undefined> {
  const { errors, result, transaction } = await container
    .resolve(Modules.WORKFLOW_ENGINE)
    .run(completeCartWorkflowId, { input: { id: cartId }, throwOnError: false })
  const [failure] = errors ?? []
  if (failure || !transaction.hasFinished()) {
    logger(container).warn(
      `medusa-payment-webcheckout: cart ${cartId} is paid and could not be completed: ${wordsOf(failure?.error)}`
    )
    return undefined
  }
  return (await hasPayment(container, sessionId)) ? { order_id: result.id } : undefined
}

/** Records the payment of a collection without a cart. */
async function processPayment(container: MedusaContainer, sessionId: string): Promise<{ order_id: null } | undefined> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  if (!(await hasPayment(container, sessionId))) {
    const { data } = await query.graph({
      entity: "payment_session",
      fields: ["id", "amount"],
      filters: { id: sessionId },
    })
    const { errors } = await container.resolve(Modules.WORKFLOW_ENGINE).run(processPaymentWorkflowId, {
      input: { action: PaymentActions.SUCCESSFUL, data: { session_id: sessionId, amount: data[0].amount } },
      throwOnError: false,
    })
    if (errors?.length) {
      logger(container).warn(
        `medusa-payment-webcheckout: payment session ${sessionId} is paid and could not be processed: ${wordsOf(errors[0].error)}`
      )
    }
  }
  return (await hasPayment(container, sessionId)) ? { order_id: null } : undefined
}

async function hasPayment(container: MedusaContainer, sessionId: string): Promise<boolean> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity: "payment", fields: ["id"], filters: { payment_session_id: sessionId } })
  return data.length > 0
}

function logger(container: MedusaContainer): Logger {
  return container.resolve(ContainerRegistrationKeys.LOGGER)
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : "it did not finish"
}
