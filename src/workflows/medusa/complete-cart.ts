import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules, MedusaError } from "@medusajs/framework/utils"
import { completeCartWorkflowId } from "@medusajs/medusa/core-flows"
import { z } from "@medusajs/framework/zod"
import { logFailure } from "../log-failure"

/** What has become of a completion, in the words of `decide`. */
type Completed =
  | { outcome: "placed"; placed: string }
  /** busy: another request is completing the cart. out_of_stock: every retry fails until the stock is corrected. failed: a retry may succeed. */
  | { outcome: "busy" | "out_of_stock" | "failed" }

/** Completes the cart as a transaction of its own. */
export async function completeCart(container: MedusaContainer, cartId: string): Promise<Completed> {
  const { errors, result, transaction } = await container
    .resolve(Modules.WORKFLOW_ENGINE)
    .run(completeCartWorkflowId, { input: { id: cartId }, throwOnError: false })
  if (!transaction.hasFinished()) {
    return { outcome: "busy" }
  }
  const [failure] = errors ?? []
  if (failure) {
    logFailure(container, `cart ${cartId} is paid and could not be completed, at ${failure.action}`, failure.error)
    return { outcome: isOutOfStock(failure.error) ? "out_of_stock" : "failed" }
  }
  const order = z.looseObject({ id: z.string() }).parse(result)
  return { outcome: "placed", placed: order.id }
}

/** How a failed step of Medusa's reads once it has passed a workflow: by value. */
const failure = z.looseObject({ type: z.string().optional(), code: z.string().optional(), message: z.string() })

/** Medusa 2.21: the inventory module names no code (createReservationItems); the cart's own check does. */
const WORDS = /^(Not enough stock available|Some variant does not have the required inventory)/

/** Whether Medusa refused the order because there is not enough stock: a retry would fail too. */
function isOutOfStock(error: unknown): boolean {
  const { code, type, message } = failure.safeParse(error).data ?? {}
  const isInWords = type === MedusaError.Types.NOT_ALLOWED && WORDS.test(message ?? "")
  return code === MedusaError.Codes.INSUFFICIENT_INVENTORY || isInWords
}
