import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { completeCartWorkflowId } from "@medusajs/medusa/core-flows"
import { z } from "@medusajs/framework/zod"
import { safeWords } from "../../modules/web-checkout/errors"
import { isOutOfStock } from "./out-of-stock"

/** What became of a completion. */
export type Completion =
  | { kind: "placed"; order_id: string }
  /** another request is completing the cart right now */
  | { kind: "busy" }
  /** it would fail again, whenever it is tried, until somebody mends the stock */
  | { kind: "out_of_stock" }
  /** it may pass another time */
  | { kind: "refused" }

/** Completes the cart as a transaction of its own. */
export async function completeCart(container: MedusaContainer, cartId: string): Promise<Completion> {
  const { errors, result, transaction } = await container
    .resolve(Modules.WORKFLOW_ENGINE)
    .run(completeCartWorkflowId, { input: { id: cartId }, throwOnError: false })
  if (!transaction.hasFinished()) {
    return { kind: "busy" }
  }
  const [failure] = errors ?? []
  if (failure) {
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(
        `medusa-payment-webcheckout: cart ${cartId} is paid and could not be completed, at ${failure.action}: ${safeWords(failure.error)}`
      )
    return { kind: isOutOfStock(failure.error) ? "out_of_stock" : "refused" }
  }
  const order = z.looseObject({ id: z.string() }).parse(result)
  return { kind: "placed", order_id: order.id }
}
