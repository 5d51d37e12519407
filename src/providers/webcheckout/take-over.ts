import type { Logger } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { MONEY_STATE } from "../../gateway/statuses"
import { findMismatch, type Purchase } from "../../modules/web-checkout/gate"
import type { LedgerCheckout } from "../../modules/web-checkout/ledger"
import type { Asked } from "../../modules/web-checkout/ledger-service"
import type { WebCheckoutService } from "../../modules/web-checkout/service"
import { safeWords } from "../../modules/web-checkout/medusa-error"
import { sessionData, type SessionData } from "./session-data"

/** A payment session that is being started. */
export interface Start {
  sessionId: string
  /** Names the purchase. */
  reference: string
  account: string
  /** What is due now. */
  due: Purchase
}

/**
 * Nobody pays twice, and a purchase has one payable page: the session takes over a checkout of the same purchase that
 * is paid, authorized or still pending at the same price.
 *
 * @returns what the storefront sees of it; undefined when there is none
 * @throws MedusaError NOT_ALLOWED when one is paid at another price: a person must look before anything more is paid
 */
export async function takeOver(
  ledger: WebCheckoutService,
  logger: Logger,
  start: Start
): Promise<SessionData | undefined> {
  const live = await ledger.listLive({ order_reference: start.reference })
  for (const candidate of live.filter(({ account }) => account === start.account)) {
    const asked = await askOrGoOn(ledger, logger, candidate)
    const adopted = asked && (await adoptIfDue(ledger, asked, start))
    if (adopted) {
      return adoptedData(ledger, adopted)
    }
  }
  return undefined
}

/** A gateway that does not answer about an old checkout does not keep the shopper from starting a new one. */
async function askOrGoOn(ledger: WebCheckoutService, logger: Logger, row: LedgerCheckout): Promise<Asked | undefined> {
  try {
    return await ledger.ask(row)
  } catch (error) {
    logger.warn(`medusa-payment-webcheckout: an earlier checkout could not be asked about: ${safeWords(error)}`)
    return undefined
  }
}

async function adoptIfDue(
  ledger: WebCheckoutService,
  asked: Asked,
  { sessionId, due }: Start
): Promise<LedgerCheckout | undefined> {
  const money = MONEY_STATE[asked.checkout.status]
  if (money === "unpaid" || money === "returned") {
    return undefined
  }
  if (findMismatch(asked.row, asked.checkout, due)) {
    return refuseSecondPayment(ledger, asked)
  }
  return money === "partly_returned" ? undefined : ledger.adopt(asked.row, sessionId)
}

async function refuseSecondPayment(ledger: WebCheckoutService, { row, checkout }: Asked): Promise<undefined> {
  if (MONEY_STATE[checkout.status] === "open") {
    return undefined
  }
  await ledger.recordAttention(row.id, row.payment_session_id === null ? "paid_after_superseded" : "amount_mismatch")
  throw new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    "This cart has been paid already, at another total. The shop is looking at it; please do not pay again."
  )
}

/** A paid checkout has no page to pay any more: the shopper is sent to our own return route, which places the order. */
async function adoptedData(ledger: WebCheckoutService, row: LedgerCheckout): Promise<SessionData> {
  if (row.gateway_status === "PENDING" && row.redirect_url !== null) {
    return sessionData(row)
  }
  return { ...sessionData(row), redirect_url: ledger.returnUrl(await ledger.issueReturnToken(row.id)) }
}
