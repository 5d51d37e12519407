import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { WEB_CHECKOUT } from "../../../modules/web-checkout"
import { safeWords } from "../../../modules/web-checkout/errors"
import { isClosedCase } from "../../../modules/web-checkout/rules/cases"
import type { LedgerCheckout } from "../../../modules/web-checkout/rules/ledger"
import { readOrder } from "../../../modules/web-checkout/purchase/order"
import { findMismatch } from "../../../modules/web-checkout/rules/mismatch"
import { isMoneyHeld, isMoneyOver, isPartlyReturned, isToFollow } from "../../../modules/web-checkout/rules/money-state"
import { compareAndMend } from "../compare-and-mend"
import { mayHaveChanged } from "../steps/ask-about-checkout"
import { countFailure } from "./count-failure"
import { findOrder } from "./find-order"
import { followCart } from "./follow-cart"
import { followCollection } from "./follow-collection"
import { followOrder } from "./follow-order"
import { followOver } from "./follow-over"
import { isWaiting } from "../../../modules/web-checkout/rules/check-times"

export interface FollowInput {
  /** As the gateway's answer has left it. */
  row: LedgerCheckout
  /** The gateway was asked although the books agree. */
  force?: boolean
  ignore_wait?: boolean
  ignore_resolved?: boolean
}

/**
 * Lets Medusa follow what the gateway says of a checkout. Whatever is thrown meanwhile counts as a failed try, of which
 * there are five before a person is asked. A row that waits for its next try, or whose case a person has closed, is left alone, with two
 * exceptions: the gateway holds nothing any more, which Medusa has to show; or the order was cancelled since and the money is still held,
 * which opens a case.
 */
export async function followCheckout(
  { row, force, ignore_wait, ignore_resolved }: FollowInput,
  container: MedusaContainer
) {
  const { cases } = container.resolve(WEB_CHECKOUT)
  const isTooEarly = !ignore_wait && isWaiting(row)
  const isClosed = !ignore_resolved && row.status !== "settled" && isClosedCase(row)
  if (!mayHaveChanged(row, force) || (!isMoneyOver(row.gateway_status) && (isTooEarly || isClosed))) {
    return isClosed && (await isHeldForCancelledOrder(row, container))
      ? cases.open(row.id, "canceled_not_refunded")
      : row
  }
  try {
    return await follow(row, container)
  } catch (error) {
    const logger: Logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    logger.warn(`medusa-payment-webcheckout: checkout ${row.id} could not be followed: ${safeWords(error)}`)
    return countFailure(row, container)
  }
}

/** A person closed the case while the order stood; it was cancelled since, and the gateway still holds the money. */
async function isHeldForCancelledOrder(
  { gateway_status, order_id }: LedgerCheckout,
  container: MedusaContainer
): Promise<boolean> {
  if (order_id === null || !isMoneyHeld(gateway_status)) {
    return false
  }
  return (await readOrder(container.resolve(ContainerRegistrationKeys.QUERY), order_id)).isCanceled
}

async function follow(row: LedgerCheckout, container: MedusaContainer): Promise<LedgerCheckout> {
  const webCheckout = container.resolve(WEB_CHECKOUT)
  if (row.status === "settled") {
    return findMismatch(row) ? webCheckout.cases.open(row.id, "amount_mismatch") : compareAndMend(row, container)
  }
  if (isMoneyOver(row.gateway_status)) {
    return followOver(row, container)
  }
  if (isPartlyReturned(row.gateway_status)) {
    return webCheckout.cases.open(row.id, "partially_refunded")
  }
  if (!isToFollow(row.gateway_status, webCheckout.options.authorizedCheckouts)) {
    return row
  }
  if (findMismatch(row)) {
    return webCheckout.cases.open(row.id, "amount_mismatch")
  }
  const orderId = await findOrder(container, row)
  if (orderId !== undefined) {
    return followOrder(row, orderId, container)
  }
  return row.cart_id === null ? followCollection(row, container) : followCart(row, row.cart_id, container)
}
