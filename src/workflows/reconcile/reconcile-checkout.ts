import { REASONS } from "../../modules/web-checkout/rules/case-reasons"
import { isEndedUnpaid, isPending, isToFollow } from "../../modules/web-checkout/rules/money-state"
import type { MedusaContainer } from "@medusajs/framework/types"
import { watchAgainAt, watchAt } from "../../modules/web-checkout/rules/check-times"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import type { WebCheckoutService } from "../../modules/web-checkout/service"
import { findMismatch } from "../../modules/web-checkout/rules/answer-mismatch"
import { followAfter } from "../checkout/follow"
import { findOrderId } from "../checkout/gather"
import { isSameAnswer } from "../../modules/web-checkout/rules/cases"
import { LIVE } from "../../modules/web-checkout/rules/checkout-states"
import { mayHaveChanged } from "../../modules/web-checkout/rules/decide"
import { settleCheckout } from "../checkout/settle"
import { failureOf, isRefusal, withMedusaErrors } from "../../modules/web-checkout/errors"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"

/**
 * Processes one row of the job: determines its outcome, updates Medusa, and schedules the next check.
 *
 * @throws what the gateway's client throws; the row then comes due again by its backoff
 */
export async function reconcileCheckout(container: MedusaContainer, row: LedgerCheckout): Promise<void> {
  const webCheckout = container.resolve(WEB_CHECKOUT)
  const found = row.checkout_id === null ? await lookForLost(webCheckout, row) : row
  if (!found) {
    return
  }
  const onFailure = (error: unknown) => handleNoAnswer(container, row, error)
  // Most rows have not changed: these cost one request and one statement.
  const asked = mayHaveChanged(found)
    ? await withMedusaErrors(() => webCheckout.checkouts.ask(found, { isFromJob: true })).catch(onFailure)
    : undefined
  const live = asked && LIVE.includes(found.status) ? asked : undefined
  if (live && isPending(live.gateway_status)) {
    await closeWhereSuperseded(webCheckout, live)
    return
  }
  // Nothing has changed about an open case: a person decides what is done about it.
  const isUnchanged = live && live.attention !== null && isSameAnswer(found, live)
  if (isUnchanged && !(await isHalfRecorded(container, live))) {
    await webCheckout.nextCheck.schedule(row.id)
    return
  }
  const settled = await settleCheckout(container, {
    id: found.id,
    order_reference: found.order_reference,
    just_asked: asked !== undefined,
  }).catch(onFailure)
  await closeWhereSuperseded(webCheckout, settled)
  await webCheckout.nextCheck.schedule(row.id)
}

/**
 * Whether an open case has an order that does not show its payment: the process died, or Medusa failed, after the case was opened and
 * before the payment was booked, or after a person had the order created and before the ledger recorded it.
 */
async function isHalfRecorded(container: MedusaContainer, row: LedgerCheckout): Promise<boolean> {
  const { cases, options } = container.resolve(WEB_CHECKOUT)
  const open = row.attention === null ? [] : await cases.listOpenOf(row.id)
  const mayHaveOrder = open.some(({ reason }) => reason === "paid_without_order" || REASONS[reason].precedesBooking)
  const mayFollow = isToFollow(row.gateway_status, options.authorizedCheckouts) && !findMismatch(row)
  return mayHaveOrder && mayFollow && (await findOrderId(container, row)) !== undefined
}

async function closeWhereSuperseded({ checkouts }: WebCheckoutService, row: LedgerCheckout): Promise<void> {
  if (row.status === "superseded" && isPending(row.gateway_status)) {
    await checkouts.closeSuperseded(row)
  }
}

/** Opens a case if failures have lasted too long. @throws the error */
async function handleNoAnswer(container: MedusaContainer, row: LedgerCheckout, error: unknown): Promise<never> {
  const webCheckout = container.resolve(WEB_CHECKOUT)
  const failure = failureOf(error)
  // A failure of the whole account is handled once, at the end of the round.
  if (failure.code !== undefined && failure.code !== "gateway_unauthorized") {
    const now = await webCheckout.checkouts.retrieve(row.id)
    const { good_at } = webCheckout.gateways.contactOf(now.account)
    // The account was answered about something else lately: the failure concerns this row, and not the gateway.
    const isAccountAnswered = good_at !== null && Date.now() - good_at.getTime() < CONTACT_RECENT_MS
    const isOwn = isRefusal(failure) || failure.code === "gateway_malformed" || isAccountAnswered
    await followAfter(container, now, isOwn ? "refused" : "no_answer")
  }
  throw error
}

/** In ms: longer than the interval of the daily check, and shorter than the time after which a payment without an answer becomes a case. */
export const CONTACT_RECENT_MS = 30 * 3_600_000

/**
 * Checks a row that is done: it may have been paid late or refunded in the gateway's dashboard, its order may have been cancelled, or a person
 * wants the books compared.
 *
 * @throws what the gateway's client throws
 */
export async function watchCheckout(container: MedusaContainer, row: LedgerCheckout): Promise<void> {
  const webCheckout = container.resolve(WEB_CHECKOUT)
  // The claim excludes other processes meanwhile; a row without an answer is scheduled again.
  await settleCheckout(container, { id: row.id, force: true }).catch(async (error: unknown) => {
    const failure = failureOf(error)
    const { code } = failure
    // A refusal is an answer. Without one, the row is checked again.
    const isRefused = isRefusal(failure)
    const isAnswered = isRefused || code === "gateway_malformed" || code === "gateway_unconfirmed"
    // After a refusal, a row that ended unpaid is not checked again: the gateway no longer knows it.
    const now = await webCheckout.checkouts.retrieve(row.id)
    const next = isRefused && isEndedUnpaid(row.gateway_status) ? null : watchAt(now)
    await webCheckout.nextCheck.scheduleWatch(row.id, isAnswered ? next : watchAgainAt(code !== undefined))
    throw error
  })
  await webCheckout.nextCheck.scheduleWatch(row.id, watchAt(await webCheckout.checkouts.retrieve(row.id)))
}

/**
 * A create call whose answer was lost. With the extended operations it can be searched for; without them it is only on
 * record: nobody can pay a page whose address was never shown.
 */
async function lookForLost(webCheckout: WebCheckoutService, row: LedgerCheckout): Promise<LedgerCheckout | undefined> {
  const checkout = await withMedusaErrors(() => webCheckout.checkouts.searchLost(row))
  if (checkout) {
    return webCheckout.checkouts.recordFound(row, checkout)
  }
  await webCheckout.checkouts.recordLost(row.id)
  return undefined
}
