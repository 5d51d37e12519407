import { setTimeout as wait } from "node:timers/promises"
import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { isMoneyHeld } from "../../../gateway/statuses"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"
import type { LedgerCheckout } from "../../../modules/web-checkout/ledger"
import type { PurchaseKey } from "../../../modules/web-checkout/ledger-service"
import type { WebCheckoutService } from "../../../modules/web-checkout/service"
import { readOrder } from "../../../modules/web-checkout/purchase"
import { findOrderOfCollection } from "../../../workflows/steps/medusa-payment"
import { outcomeOf } from "../../../workflows/outcome"
import { settleInTurn, settleNow } from "../../../workflows/settle-once"

/** So many of a purchase's latest checkouts are asked about; the job sees to older ones. */
const MOST_ASKED = 5
/** A shopper who changes a cart waits no longer than this for the gateway. */
const DEADLINE_MS = 2000

/**
 * A paid cart stays as it was paid. Before a cart changes, its live checkouts are asked about; one that turns out paid is
 * settled, and the change is answered with 409 and the order. A cart without a live checkout costs one indexed lookup.
 */
export async function guardPaidCart(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): Promise<void> {
  const live = await listLive(req.scope, { cart_id: req.params.id })
  answerUnlessPaid(await findPaidInTime(req.scope, live), res, next)
}

/**
 * What is paid is not paid again: a collection through which money was taken takes no other session, and while another
 * provider's session is started, our live checkouts are asked about, those of our other instances among them. Our own
 * instance takes a paid checkout over by itself.
 */
export async function guardNewSession(
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction
): Promise<void> {
  const ledger = req.scope.resolve<WebCheckoutService>(WEB_CHECKOUT)
  const collection = { payment_collection_id: req.params.id }
  const settled = await ledger.listSettled(collection)
  const paid = settled.find(({ gateway_status }) => isMoneyHeld(gateway_status))
  if (paid) {
    answerPaid(paid, res)
    return
  }
  const paidOrder = await findOrderThatOwesNothing(req.scope, req.params.id)
  if (paidOrder !== undefined) {
    res.status(409).json({ ...PAID, order: { id: paidOrder } })
    return
  }
  const body = z.looseObject({ provider_id: z.string() }).safeParse(req.body)
  const live = await listLive(req.scope, collection)
  const others = live.filter(({ provider_id }) => !body.success || provider_id !== body.data.provider_id)
  answerUnlessPaid(await findPaidInTime(req.scope, others), res, next)
}

function answerUnlessPaid(paid: LedgerCheckout | undefined, res: MedusaResponse, next: MedusaNextFunction): void {
  if (paid) {
    answerPaid(paid, res)
  } else {
    next()
  }
}

function answerPaid(paid: LedgerCheckout, res: MedusaResponse): void {
  const isPlaced = paid.status === "settled" && paid.order_id !== null
  res
    .status(409)
    .json(
      isPlaced
        ? { ...PAID, order: { id: paid.order_id } }
        : { ...PAID, message: "This cart has been paid. The shop is looking at its order.", order: null }
    )
}

const PAID = { type: "cart_paid", message: "This cart has been paid, and its order is placed." }

/** An order that is paid by whatever means takes no further payment. @returns its id */
async function findOrderThatOwesNothing(scope: MedusaContainer, collectionId: string): Promise<string | undefined> {
  const orderId = await findOrderOfCollection(scope, collectionId)
  if (orderId === undefined) {
    return undefined
  }
  const order = await readOrder(scope.resolve(ContainerRegistrationKeys.QUERY), orderId)
  return !order.isCanceled && order.owed <= 0 ? order.id : undefined
}

/**
 * The same gate before a cart is completed: a paid checkout is settled first, under its own lock, so that Medusa finds the
 * order it would place. One that a person must look at stops here, and one that is known to be paid and cannot be asked
 * about now: an existing payment, or a total of zero, would otherwise pass without the provider being asked.
 */
export async function gateCompletion(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): Promise<void> {
  const live = await listLive(req.scope, { cart_id: req.params.id })
  const settled = await Promise.all(live.map(async (row) => ({ row, result: await settleNow(req.scope, row) })))
  const stopped = settled.find(({ row, result }) =>
    result
      ? isMoneyHeld(result.row.gateway_status) && outcomeOf(result.row) === "review"
      : isMoneyHeld(row.gateway_status)
  )
  if (!stopped) {
    next()
    return
  }
  res.status(409).json({
    type: "cart_paid",
    message: stopped.result
      ? "This cart has been paid, and the order cannot be placed by itself. The shop is looking at it."
      : "This cart has been paid. Its order is placed as soon as the payment service answers.",
    order: null,
  })
}

function listLive(scope: MedusaContainer, purchase: PurchaseKey): Promise<LedgerCheckout[]> {
  return scope.resolve<WebCheckoutService>(WEB_CHECKOUT).listLive(purchase, MOST_ASKED)
}

/**
 * One of the checkouts whose money is taken or reserved: settled just now, to be tried again, or left to a person. All are
 * asked at once; who has not answered in time counts by what was known of it.
 */
async function findPaidInTime(scope: MedusaContainer, live: LedgerCheckout[]): Promise<LedgerCheckout | undefined> {
  if (live.length === 0) {
    return undefined
  }
  const deadline = new AbortController()
  const rows = await Promise.all(
    live.map(async (row) => {
      const late = wait(DEADLINE_MS, undefined, { signal: deadline.signal }).catch(() => undefined)
      const settled = await Promise.race([settleInTurn(scope, row), late])
      return settled?.row ?? row
    })
  )
  deadline.abort()
  return rows.find(({ gateway_status }) => isMoneyHeld(gateway_status))
}
