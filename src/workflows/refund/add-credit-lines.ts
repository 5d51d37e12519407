import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MathBN, Modules, OrderChangeType } from "@medusajs/framework/utils"
import { createOrderCreditLinesWorkflow } from "@medusajs/medusa/core-flows"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { findOrderState, readCredited } from "../../modules/web-checkout/purchase/order"
import { missingCredit } from "../../modules/web-checkout/rules/compare-books"
import { workLostBefore } from "../../modules/web-checkout/rules/check-times"
import type { Task } from "../../modules/web-checkout/services/tasks"
import { listOpenChanges } from "../medusa/orders"

/**
 * Gives an order the credit for its latest refunds if the process died before it did: otherwise the order would owe the refunded amount
 * again. A refund that the order does not show is left to the comparison of the books, which writes both.
 *
 * @throws what Medusa throws, for example because the order is being edited: it is tried again, later each time
 */
export async function addCreditLines(container: MedusaContainer, task: Task): Promise<null> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const order = await findOrderState(query, task.subject_id)
  if (!order || order.isCanceled) {
    return null
  }
  const { creditLines, options } = container.resolve(WEB_CHECKOUT)
  const orders = container.resolve(Modules.ORDER)
  const refunds = { order_id: order.id, reference: ["refund"] }
  const transactions = await orders.listOrderTransactions(refunds, { select: ["id", "reference_id"] })
  const booked = creditLines
    .expectedBy(task)
    .filter(({ refund_id }) => transactions.some(({ reference_id }) => reference_id === refund_id))
  const missing = missingCredit(booked, await readCredited(query, order.id))
  // At most what is still owed: the rest was credited or paid meanwhile.
  const amount = MathBN.min(missing, MathBN.max(0, order.pending)).toFixed()
  if (amount !== "0") {
    // Medusa gives credit through an order change. One that a dead process left open would block every other change.
    const left = await listOpenChanges(container, order.id, {
      change_type: OrderChangeType.CREDIT_LINE,
      created_at: { $lt: workLostBefore(options.timeoutMs) },
    })
    if (left.length > 0) {
      await orders.cancelOrderChange(left)
    }
    await createOrderCreditLinesWorkflow(container).run({
      input: { id: order.id, credit_lines: [{ amount, reference: "refund", reference_id: booked[0].refund_id }] },
    })
  }
  return null
}
