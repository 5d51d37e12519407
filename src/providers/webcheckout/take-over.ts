import type { Logger } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import type { WebCheckoutService } from "../../modules/web-checkout/service"
import { requirePaidAsDue } from "./payment-checks"
import { sessionData, type SessionData } from "./session-data"
import { ownWords, notAllowed } from "../../modules/web-checkout/errors"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { findMismatch } from "../../modules/web-checkout/rules/answer-mismatch"
import type { Query } from "../../modules/web-checkout/purchase/query"
import type { NewPayment } from "./create-checkout"
import { hasStandingPayment } from "./payment-row"
import { isMoneyHeld, isPartlyReturned, isPending } from "../../modules/web-checkout/rules/money-state"
import { mayContinueOn } from "../../modules/web-checkout/rules/pay-link"
import { isClosedCase } from "../../modules/web-checkout/rules/cases"

/** A payment that is about to be started. */
type Start = NewPayment & {
  /** Names the purchase. */
  reference: string
  /** The one row that the session is made for: settle says so when it brings a paid checkout to its session. */
  rowId: string | undefined
}

/**
 * Prevents double payment and keeps a purchase to one payable page: the session takes over a checkout of the same purchase that is paid,
 * authorized or still pending at the same price. All of them are asked about first, whatever their account: one whose money has moved takes
 * precedence over every pending one.
 *
 * @returns what the storefront sees of it; undefined when there is none
 * @throws MedusaError NOT_ALLOWED when one is paid at another price or through another account: nothing more is to be paid
 */
export async function takeOver(
  webCheckout: WebCheckoutService,
  { logger, query }: { logger: Logger; query: Query },
  start: Start
): Promise<SessionData | undefined> {
  const { due, session } = start.purchase
  const live = await webCheckout.purchases.listLive({ order_reference: start.reference })
  const candidates = start.rowId === undefined ? live : live.filter(({ id }) => id === start.rowId)
  const asked = await Promise.all(candidates.map((row) => askOrGoOn(webCheckout, logger, row)))
  const rows = asked.filter((row) => row !== undefined)
  for (const row of rows.filter(({ gateway_status }) => isMoneyHeld(gateway_status))) {
    return takenOverData(webCheckout, await takeOverPaid(webCheckout, query, row, start))
  }
  // One whose create call was lost has no page that could be shown.
  const payable = rows.filter(
    (row) => isPending(row.gateway_status) && row.account === start.account && row.redirect_url !== null
  )
  for (const row of payable) {
    const isDue = !findMismatch(row, due) && (await isForTheSame(webCheckout, row, start))
    const takenOver = isDue ? await webCheckout.checkouts.takeOver(row, session, start.payLinkId) : undefined
    if (takenOver) {
      return takenOverData(webCheckout, takenOver)
    }
  }
  if (start.rowId !== undefined) {
    // The session was made for that row alone: nothing else is to be paid in it.
    throw beingPlaced()
  }
  return undefined
}

/**
 * If the gateway does not answer about an old checkout, the shopper can still start a new one, unless the old one is known to be paid.
 *
 * @throws MedusaError NOT_ALLOWED
 */
async function askOrGoOn(
  webCheckout: WebCheckoutService,
  logger: Logger,
  row: LedgerCheckout
): Promise<LedgerCheckout | undefined> {
  try {
    return await webCheckout.checkouts.ask(row)
  } catch (error) {
    logger.warn(
      `medusa-payment-webcheckout: the status of an earlier checkout could not be refreshed: ${ownWords(error)}`
    )
    // Another request may have received an answer meanwhile.
    const now = await webCheckout.checkouts.retrieve(row.id)
    if (isMoneyHeld(now.gateway_status)) {
      throw isClosedCase(now) ? lookedAt() : beingPlaced()
    }
    return undefined
  }
}

/** A page for a part of an order is reused only for that part, and a page of the order's former customer for nobody else. */
async function isForTheSame({ payLinks }: WebCheckoutService, row: LedgerCheckout, { payLinkId, purchase }: Start) {
  const [theirs, ours] = await Promise.all([payLinks.findOf(row), payLinks.findOf({ pay_link_id: payLinkId ?? null })])
  return mayContinueOn(theirs, ours, purchase.order)
}

async function takeOverPaid(
  webCheckout: WebCheckoutService,
  query: Query,
  row: LedgerCheckout,
  { purchase: { session, order, due }, payLinkId }: Start
): Promise<LedgerCheckout> {
  if (isClosedCase(row)) {
    // A person has dealt with it outside Medusa, and the gateway still holds its money.
    throw lookedAt()
  }
  const isPart = isPartlyReturned(row.gateway_status)
  if (order !== undefined && findMismatch(row, due) === "total" && !isPart) {
    // An order may be paid in several amounts: this one is recorded first, then the rest can be paid.
    throw beingPlaced()
  }
  await requirePaidAsDue(webCheckout, row, due)
  const isOwn = row.provider_id === session.provider_id
  const takenOver =
    isOwn && !(await hasStandingPayment(query, row))
      ? await webCheckout.checkouts.takeOver(row, session, payLinkId)
      : undefined
  if (!takenOver) {
    // The job, or the process that is working on it, records it on its order.
    throw beingPlaced()
  }
  return takenOver
}

function lookedAt(): MedusaError {
  return notAllowed("This purchase has been paid. The shop is checking it; please do not pay again.")
}

function beingPlaced(): MedusaError {
  return notAllowed("This purchase has been paid. Its order is being created; please do not pay again.")
}

/** A paid checkout has no page to pay any more: the shopper is sent to our own return route, which places the order. */
async function takenOverData(webCheckout: WebCheckoutService, row: LedgerCheckout): Promise<SessionData> {
  if (isPending(row.gateway_status) && row.redirect_url !== null) {
    return sessionData(row)
  }
  return { ...sessionData(row), redirect_url: await webCheckout.tokens.returnOfTakenOver(row) }
}
