import type { MedusaContainer } from "@medusajs/framework/types"
import { PaymentSessionStatus } from "@medusajs/framework/utils"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { moneyOf, type LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { isSameMoney } from "../../modules/web-checkout/rules/money"
import { isPending } from "../../modules/web-checkout/rules/money-state"
import type { CartToPay } from "../medusa/payment-sessions"
import { purchaseKey, purchaseLease } from "./purchase-lock"

/** A session whose provider has not been asked yet. */
const UNTOUCHED: string = PaymentSessionStatus.PENDING

/** A checkout about which Medusa's own completion asks, under the purchase's lease. */
export interface LeftToMedusa {
  row: LedgerCheckout
  /** When the completion began. */
  since: Date
  /** Gives the lease back; more than once does no harm. */
  release: () => Promise<void>
}

/**
 * The checkout of a cart that Medusa asks our provider about when it completes the cart: nothing is known to be paid, the cart's
 * one payment session stands for it, and the cart comes to what is paid with it. It needs no question before, and the cart no
 * second completion.
 */
export async function findAskedByMedusa(
  container: MedusaContainer,
  { id, total, sessions: [session, ...others] }: CartToPay
): Promise<LedgerCheckout | undefined> {
  if (!session || others.length > 0 || session.status !== UNTOUCHED || session.authorized_at) {
    return undefined
  }
  const row = await container.resolve(WEB_CHECKOUT).checkouts.findByPaymentSession(session.id)
  return row && total && row.cart_id === id && isUntouched(row) && isSameMoney(total, moneyOf(row)) ? row : undefined
}

function isUntouched({ status, gateway_status }: LedgerCheckout): boolean {
  return status === "open" && isPending(gateway_status)
}

/**
 * Takes the purchase's lease for Medusa's completion, so that settle, in whatever process, finds it done or not begun.
 *
 * @returns undefined where it cannot be had in time, or something has become of the checkout meanwhile
 */
export async function leaveToMedusa(
  container: MedusaContainer,
  asked: LedgerCheckout
): Promise<LeftToMedusa | undefined> {
  const { checkouts, leases } = container.resolve(WEB_CHECKOUT)
  const key = purchaseKey(asked)
  const holder = await leases.take(key, purchaseLease)
  if (holder === undefined) {
    return undefined
  }
  let released: Promise<void> | undefined
  const release = () => (released ??= leases.release(key, holder))
  try {
    const row = await checkouts.retrieve(asked.id)
    if (isUntouched(row) && row.payment_session_id === asked.payment_session_id) {
      return { row, since: new Date(), release }
    }
  } catch (error) {
    await release()
    throw error
  }
  await release()
  return undefined
}
