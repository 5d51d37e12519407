import type { MedusaContainer } from "@medusajs/framework/types"
import { OrderStatus } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"
import { closePages } from "../../checkout/close-pages"
import { isAnyHeld } from "../../pay-link/ask-about-order"
import { readRows } from "../../medusa/read-rows"

const PENDING: string = OrderStatus.PENDING

const order = z.looseObject({
  status: z.string(),
  fulfillments: z.array(z.looseObject({ canceled_at: z.unknown() }).nullable()).nullish(),
  payment_collections: z
    .array(
      z
        .looseObject({
          payments: z.array(z.looseObject({ canceled_at: z.unknown(), captured_at: z.unknown() }).nullable()).nullish(),
        })
        .nullable()
    )
    .nullish(),
})

/** What became of an order that nobody has paid. */
export interface CancelledUnpaid {
  /** Whether it needs not be looked at again: cancelled, or something is paid or delivered. An amount on its way may still lapse. */
  is_decided: boolean
}

/** Cancels an order of which nothing is captured, authorized or fulfilled. What Medusa cancels is not undone. */
export const cancelUnpaidOrderStep = createStep(
  "webcheckout-cancel-unpaid-order",
  async ({ order_id }: { order_id: string }, { container }) =>
    new StepResponse<CancelledUnpaid>(await cancelUnpaid(container, order_id))
)

async function cancelUnpaid(container: MedusaContainer, order_id: string): Promise<CancelledUnpaid> {
  const { isOver, isReserved } = await lookAt(container, order_id)
  if (isOver || isReserved) {
    return { is_decided: isOver }
  }
  const { purchases } = container.resolve(WEB_CHECKOUT)
  const live = await purchases.listLive({ order_id })
  if (await isAnyHeld(container, live)) {
    return { is_decided: false }
  }
  await closePages(container, order_id, () => true)
  // Somebody may have paid until the page was closed, or could not be closed and may be paid at this moment.
  if (await isAnyHeld(container, live)) {
    return { is_decided: false }
  }
  await cancelOrderWorkflow(container).run({ input: { order_id } })
  return { is_decided: true }
}

/** Whether something of it is captured or delivered, or it is cancelled already; and whether an amount is only reserved. */
async function lookAt(container: MedusaContainer, id: string): Promise<{ isOver: boolean; isReserved: boolean }> {
  const [found] = await readRows(container, order, {
    entity: "order",
    fields: ["id", "status", "fulfillments.canceled_at", "payment_collections.payments.*"],
    filters: { id },
  })
  const stands = (some: { canceled_at?: unknown } | null) => some !== null && !some.canceled_at
  const payments = (found?.payment_collections ?? [])
    .flatMap((collection) => collection?.payments ?? [])
    .filter((payment) => stands(payment))
  return {
    isOver:
      found?.status !== PENDING ||
      (found.fulfillments ?? []).some(stands) ||
      payments.some((payment) => payment?.captured_at),
    isReserved: payments.length > 0,
  }
}
