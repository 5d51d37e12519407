import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { cancelOrderWorkflow } from "@medusajs/medusa/core-flows"
import { z } from "zod"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"
import type { LedgerCheckout } from "../../../modules/web-checkout/rules/ledger"
import { isMoneyHeld } from "../../../modules/web-checkout/rules/money-state"
import { closePages } from "../../checkout/close-pages"
import { readRows } from "../../medusa/read-rows"

const order = z.looseObject({
  status: z.string(),
  fulfillments: z.array(z.looseObject({ canceled_at: z.unknown() }).nullable()).nullish(),
  payment_collections: z
    .array(
      z.looseObject({ payments: z.array(z.looseObject({ canceled_at: z.unknown() }).nullable()).nullish() }).nullable()
    )
    .nullish(),
})

/** What became of an order that nobody has paid. */
export interface CancelledUnpaid {
  is_cancelled: boolean
  /** Whether it needs not be looked at again: cancelled, or something is paid, reserved or delivered. */
  is_decided: boolean
}

/** Cancels an order of which nothing is captured, authorized or fulfilled. What Medusa cancels is not undone. */
export const cancelUnpaidOrderStep = createStep(
  "webcheckout-cancel-unpaid-order",
  async ({ order_id }: { order_id: string }, { container }) =>
    new StepResponse<CancelledUnpaid>(await cancelUnpaid(container, order_id))
)

async function cancelUnpaid(container: MedusaContainer, order_id: string): Promise<CancelledUnpaid> {
  if (await isTouched(container, order_id)) {
    return { is_cancelled: false, is_decided: true }
  }
  const { purchases } = container.resolve(WEB_CHECKOUT)
  const live = await purchases.listLive({ order_id })
  if (await isAnyHeld(container, live)) {
    return { is_cancelled: false, is_decided: false }
  }
  await closePages(container, order_id, () => true)
  // Somebody may have paid until the page was closed, or could not be closed and may be paid at this moment.
  if (await isAnyHeld(container, live)) {
    return { is_cancelled: false, is_decided: false }
  }
  await cancelOrderWorkflow(container).run({ input: { order_id } })
  return { is_cancelled: true, is_decided: true }
}

/** Whether money of it is there, or reserved, or something of it is delivered; or it is cancelled already. */
async function isTouched(container: MedusaContainer, id: string): Promise<boolean> {
  const [found] = await readRows(container, order, {
    entity: "order",
    fields: ["id", "status", "fulfillments.canceled_at", "payment_collections.payments.canceled_at"],
    filters: { id },
  })
  const stands = (some: { canceled_at?: unknown } | null) => some !== null && !some.canceled_at
  return (
    found === undefined ||
    found.status !== "pending" ||
    (found.fulfillments ?? []).some(stands) ||
    (found.payment_collections ?? []).some((collection) => (collection?.payments ?? []).some(stands))
  )
}

/** Asks the gateway. @throws one of gateway/errors: without an answer nothing is cancelled */
async function isAnyHeld(container: MedusaContainer, rows: LedgerCheckout[]): Promise<boolean> {
  const { checkouts } = container.resolve(WEB_CHECKOUT)
  const asked = await Promise.all(
    rows.filter(({ checkout_id }) => checkout_id !== null).map((row) => checkouts.refresh(row))
  )
  return asked.some(({ row }) => isMoneyHeld(row.gateway_status))
}
