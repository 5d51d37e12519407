import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules, PaymentActions } from "@medusajs/framework/utils"
import { completeCartWorkflowId, processPaymentWorkflowId } from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { MONEY_STATE } from "../../gateway/statuses"
import type { LedgerCheckout } from "../../modules/web-checkout/ledger"
import { readRows } from "../read-rows"

const orderLink = z.looseObject({ order_id: z.string() })
const paymentRow = z.looseObject({ id: z.string(), captured_at: z.unknown() })

/** The order that was placed for a cart. */
export async function findOrderOfCart(container: MedusaContainer, cartId: string): Promise<string | undefined> {
  const [link] = await readRows(container, orderLink, {
    entity: "order_cart",
    fields: ["order_id"],
    filters: { cart_id: cartId },
  })
  return link?.order_id
}

/** The payment that Medusa recorded for a session. */
export async function findPayment(
  container: MedusaContainer,
  sessionId: string
): Promise<{ id: string; isCaptured: boolean } | undefined> {
  const [payment] = await readRows(container, paymentRow, {
    entity: "payment",
    fields: ["id", "captured_at"],
    filters: { payment_session_id: sessionId },
  })
  return payment && { id: payment.id, isCaptured: Boolean(payment.captured_at) }
}

/** Whether anything at all has been paid into a collection. */
export async function hasAnyPayment(container: MedusaContainer, collectionId: string): Promise<boolean> {
  const payments = await readRows(container, paymentRow, {
    entity: "payment",
    fields: ["id", "captured_at"],
    filters: { payment_collection_id: collectionId },
  })
  return payments.length > 0
}

/** Completes the cart as a transaction of its own. `isBusy` when another request is completing it right now. */
export async function completeCart(
  container: MedusaContainer,
  cartId: string
): Promise<{ order_id?: string; isBusy: boolean }> {
  const { errors, result, transaction } = await container
    .resolve(Modules.WORKFLOW_ENGINE)
    .run(completeCartWorkflowId, { input: { id: cartId }, throwOnError: false })
  if (!transaction.hasFinished()) {
    return { isBusy: true }
  }
  const [failure] = errors ?? []
  if (failure) {
    warn(container, `cart ${cartId} is paid and could not be completed`, failure.error)
    return { isBusy: false }
  }
  const order = z.looseObject({ id: z.string() }).parse(result)
  return { order_id: order.id, isBusy: false }
}

/** Records the payment of a collection without a cart. @returns whether it stands */
export async function processPayment(container: MedusaContainer, row: LedgerCheckout): Promise<boolean> {
  const sessionId = row.payment_session_id ?? ""
  if (await findPayment(container, sessionId)) {
    return true
  }
  const isPaid = row.gateway_status !== null && MONEY_STATE[row.gateway_status] === "paid"
  const action = isPaid ? PaymentActions.SUCCESSFUL : PaymentActions.AUTHORIZED
  const { errors } = await container.resolve(Modules.WORKFLOW_ENGINE).run(processPaymentWorkflowId, {
    input: { action, data: { session_id: sessionId, amount: row.amount } },
    throwOnError: false,
  })
  if (errors?.length) {
    warn(container, `payment session ${sessionId} is paid and could not be processed`, errors[0].error)
  }
  return (await findPayment(container, sessionId)) !== undefined
}

function warn(container: MedusaContainer, what: string, error: unknown): void {
  const logger: Logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const words =
    error instanceof Error ? error.message : z.looseObject({ message: z.string() }).safeParse(error).data?.message
  logger.warn(`medusa-payment-webcheckout: ${what}: ${words ?? "no reason was given"}`)
}
