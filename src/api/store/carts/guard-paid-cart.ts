import { setTimeout as wait } from "node:timers/promises"
import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import { isMoneyHeld } from "../../../gateway/statuses"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"
import { isSamePurchase } from "../../../modules/web-checkout/gate"
import { exactAmount, type LedgerCheckout } from "../../../modules/web-checkout/ledger"
import type { PurchaseKey } from "../../../modules/web-checkout/ledger-service"
import type { WebCheckoutService } from "../../../modules/web-checkout/service"
import { readCartTotal, readOrder, type OrderState } from "../../../modules/web-checkout/purchase"
import type { SettledCheckout } from "../../../workflows/steps/follow-payment"
import { findOrderOfCollection } from "../../../workflows/steps/medusa-payment"
import { outcomeOf } from "../../../workflows/outcome"
import { askInTurn, settleNow } from "../../../workflows/settle-once"

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
  const order = await findOrder(req.scope, req.params.id)
  if (order && !order.isCanceled && order.owed <= 0) {
    res.status(409).json({ ...PAID, order: { id: order.id } })
    return
  }
  if (paid && !order) {
    answerPaid(paid, res)
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

/** The order that a collection belongs to: paid by whatever means, it takes no further payment. */
async function findOrder(scope: MedusaContainer, collectionId: string): Promise<OrderState | undefined> {
  const orderId = await findOrderOfCollection(scope, collectionId)
  return orderId === undefined ? undefined : readOrder(scope.resolve(ContainerRegistrationKeys.QUERY), orderId)
}

/**
 * The same gate before a cart is completed: a paid checkout is settled first, under its own lock, so that Medusa finds the
 * order it would place. One that a person must look at stops here, and one that is known to be paid and cannot be asked
 * about now: an existing payment, or a total of zero, would otherwise pass without the provider being asked.
 */
export async function gateCompletion(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): Promise<void> {
  const live = await listLive(req.scope, { cart_id: req.params.id })
  for (const row of live) {
    const result = await settleNow(req.scope, row)
    const now = result?.row ?? row
    if (isMoneyHeld(now.gateway_status) && now.status !== "settled" && !(await mayComplete(req, now, result))) {
      res.status(409).json({
        ...PAID,
        message: result
          ? "This cart has been paid, and the order cannot be placed by itself. The shop is looking at it."
          : "This cart has been paid. Its order is placed as soon as the payment service answers.",
        order: null,
      })
      return
    }
  }
  next()
}

/** Medusa may complete a paid cart that settle has left for later, at the price that was paid. */
async function mayComplete(
  req: MedusaRequest,
  row: LedgerCheckout,
  result: SettledCheckout | undefined
): Promise<boolean> {
  if (!result || outcomeOf(row) === "review") {
    return false
  }
  const total = await readCartTotal(req.scope.resolve(ContainerRegistrationKeys.QUERY), req.params.id)
  return !total || isSamePurchase(total, { total: exactAmount(row), currency_code: row.currency_code })
}

function listLive(scope: MedusaContainer, purchase: PurchaseKey): Promise<LedgerCheckout[]> {
  return scope.resolve<WebCheckoutService>(WEB_CHECKOUT).listLive(purchase, MOST_ASKED)
}

/**
 * One of the checkouts whose money is taken or reserved: settled just now, to be tried again, or left to a person. All are
 * asked at once, each at most once a second; who has not answered in time counts by what was known of it.
 */
async function findPaidInTime(scope: MedusaContainer, live: LedgerCheckout[]): Promise<LedgerCheckout | undefined> {
  const rows = await Promise.all(live.map(async (row) => (await inTime(askInTurn(scope, row))) ?? row))
  const paid = rows.find(({ gateway_status }) => isMoneyHeld(gateway_status))
  const settled = paid && (await inTime(settleNow(scope, paid)))
  return settled?.row ?? paid
}

async function inTime<Result>(work: Promise<Result>): Promise<Result | undefined> {
  const deadline = new AbortController()
  const late = wait(DEADLINE_MS, undefined, { signal: deadline.signal }).catch(() => undefined)
  try {
    return await Promise.race([work, late])
  } finally {
    deadline.abort()
  }
}
