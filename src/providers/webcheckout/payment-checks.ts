import { notAllowed } from "../../modules/web-checkout/errors"
import { mismatchReason } from "../../modules/web-checkout/rules/cases"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { findMismatch, MISMATCH_WORDS } from "../../modules/web-checkout/rules/answer-mismatch"
import type { Money } from "../../gateway/money"
import { hasMoneyMoved, isPartlyReturned } from "../../modules/web-checkout/rules/money-state"
import type { WebCheckoutService } from "../../modules/web-checkout/service"

/*
 * The provider's checks of a payment: where money has moved and Medusa must not accept it, a case is opened here. All other cases
 * are opened by workflows/checkout/act.
 */

/** @throws MedusaError NOT_ALLOWED on any difference, after opening a case where money has moved */
export async function requireMatch({ cases }: WebCheckoutService, row: LedgerCheckout, due?: Money): Promise<void> {
  const mismatch = findMismatch(row, due)
  if (!mismatch) {
    return
  }
  if (hasMoneyMoved(row.gateway_status)) {
    await cases.open(row.id, "amount_mismatch")
  }
  throw notAllowed(`This payment cannot be accepted: ${MISMATCH_WORDS[mismatch]}.`)
}

/** A partly refunded payment cannot pay for the purchase: Medusa gets the status `error`, and a person decides. */
export async function openCaseIfPartlyReturned({ cases }: WebCheckoutService, row: LedgerCheckout): Promise<void> {
  if (isPartlyReturned(row.gateway_status)) {
    await cases.open(row.id, "partially_refunded")
  }
}

/**
 * A new session is to take over a checkout that is paid.
 *
 * @throws MedusaError NOT_ALLOWED, after opening a case, when what was paid is not what is due
 */
export async function requirePaidAsDue({ cases }: WebCheckoutService, row: LedgerCheckout, due: Money): Promise<void> {
  const isPart = isPartlyReturned(row.gateway_status)
  if (!isPart && !findMismatch(row, due)) {
    return
  }
  await cases.open(row.id, isPart ? "partially_refunded" : mismatchReason(row))
  throw notAllowed(
    "This purchase has been paid, but at another total. The shop is checking it; please do not pay again."
  )
}
