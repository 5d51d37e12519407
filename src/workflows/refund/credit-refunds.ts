import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { createOrderCreditLinesWorkflow } from "@medusajs/medusa/core-flows"
import { readCredited, readOrder } from "../../modules/web-checkout/purchase/order"
import { missingCredit } from "../../modules/web-checkout/rules/books"
import type { Task } from "../../modules/web-checkout/services/tasks"

/** By Medusa's refund: what it was to be credited, and what its order had as credit before. Decimal text in major units. */
const remembered = z.record(z.string(), z.looseObject({ credit: z.string(), before: z.string() }))

/**
 * Gives an order the credit of its latest refunds where Medusa's process died before it did: otherwise the order would owe anew what was
 * given back. A refund that the order does not show is left to the comparison of the books, which writes both.
 *
 * @throws what Medusa throws, for example because the order is being edited: it is tried again, later each time
 */
export async function creditRefunds(container: MedusaContainer, { subject_id, data }: Task): Promise<null> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const order = await readOrder(query, subject_id)
  if (order.isCanceled) {
    return null
  }
  const transactions = await container
    .resolve(Modules.ORDER)
    .listOrderTransactions({ order_id: order.id, reference: ["refund"] }, { select: ["id", "reference_id"] })
  const booked = Object.entries(remembered.parse(data)).filter(([id]) =>
    transactions.some(({ reference_id }) => reference_id === id)
  )
  const amount = missingCredit(
    booked.map(([, noted]) => noted),
    await readCredited(query, order.id)
  )
  if (amount !== "0") {
    await createOrderCreditLinesWorkflow(container).run({
      input: {
        id: order.id,
        credit_lines: [{ amount, reference: "refund", reference_id: booked[0][0] }],
      },
    })
  }
  return null
}
