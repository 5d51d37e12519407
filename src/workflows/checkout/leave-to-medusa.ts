import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, PaymentSessionStatus } from "@medusajs/framework/utils"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { readCartTotal } from "../../modules/web-checkout/purchase/cart"
import { moneyOf, type LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { isSameMoney } from "../../modules/web-checkout/rules/money"
import { isPending } from "../../modules/web-checkout/rules/money-state"
import type { CartSession } from "../medusa/payment-sessions"
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
 * The checkout of a cart that Medusa asks our provider about when it completes the cart: nothing is known to be paid, and the cart's
 * one payment session stands for it. It needs no question before, and the cart no second completion.
 */
export async function findAskedByMedusa(
  container: MedusaContainer,
  cartId: string,
  [session, ...others]: CartSession[]
): Promise<LedgerCheckout | undefined> {
  if (!session || others.length > 0 || session.status !== UNTOUCHED || session.authorized_at) {
    return undefined
  }
  const row = await container.resolve(WEB_CHECKOUT).checkouts.findByPaymentSession(session.id)
  return row?.cart_id === cartId && isUntouched(row) ? row : undefined
}

function isUntouched({ status, gateway_status }: LedgerCheckout): boolean {
  return status === "open" && isPending(gateway_status)
}

/**
 * Takes the purchase's lease for Medusa's completion, so that settle, in whatever process, finds it done or not begun. The cart has
 * to come to what is paid with the checkout: Medusa asks the provider when the cart is an order already, and compares nothing.
 *
 * @returns undefined where it cannot be had in time or something has become of the checkout by then; `other_total` where the cart
 * comes to another total than its payment session: not to be completed before there is a new one
 */
export async function leaveToMedusa(
  container: MedusaContainer,
  asked: LedgerCheckout
): Promise<LeftToMedusa | "other_total" | undefined> {
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
    const total = await readCartTotal(container.resolve(ContainerRegistrationKeys.QUERY), asked.cart_id ?? "")
    const isTheSame = isUntouched(row) && row.payment_session_id === asked.payment_session_id
    if (isTheSame && total && isSameMoney(total, moneyOf(row))) {
      return { row, since: new Date(), release }
    }
    await release()
    return isTheSame && total ? "other_total" : undefined
  } catch (error) {
    await release()
    throw error
  }
}
