import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { readCartTotal } from "../../modules/web-checkout/purchase/cart"
import { isOwnProvider } from "../../modules/web-checkout/provider-ids"
import { moneyOf, type LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { isOwed, isSameMoney } from "../../gateway/money"
import { isPending } from "../../modules/web-checkout/rules/money-state"
import { TO_BE_ASKED, type CartSession } from "../medusa/payment-sessions"
import { purchaseKey, purchaseLease } from "./purchase-lock"

/** A checkout about which Medusa's own completion asks, under the purchase's lease. */
export type LeftToMedusa = Extract<Awaited<ReturnType<typeof leaveToMedusa>>, { kind: "left" }>

/**
 * Finds the checkout about which Medusa asks the provider when it completes the cart: it is not known to be paid, and the cart's only
 * payment session belongs to it. It need not be asked about first, and the cart needs no second completion.
 *
 * @param live the cart's checkouts that may be paid
 */
export async function findAskedByMedusa(
  container: MedusaContainer,
  cartId: string,
  [session, ...others]: CartSession[],
  live: LedgerCheckout[]
): Promise<LedgerCheckout | undefined> {
  if (!session || !isOwnProvider(session.provider_id) || others.length > 0) {
    return undefined
  }
  if (!TO_BE_ASKED.includes(session.status) || session.authorized_at) {
    return undefined
  }
  // One that a person has closed, or that comes after very many others, is not among the live ones.
  const row =
    live.find(({ payment_session_id }) => payment_session_id === session.id) ??
    (await container.resolve(WEB_CHECKOUT).checkouts.findByPaymentSession(session.id))
  return row?.cart_id === cartId && isUntouched(row) ? row : undefined
}

function isUntouched({ status, gateway_status }: LedgerCheckout): boolean {
  return status === "open" && isPending(gateway_status)
}

/**
 * Holds the purchase's lock during Medusa's completion, so that settle, in any process, never sees a half completed cart. The cart's total has
 * to be the checkout's amount: Medusa asks the provider when the cart is an order already, and compares nothing.
 *
 * @returns `left`: Medusa may complete the cart; `since` is now, and `release` frees the lease, more than once if called so. `other_total`: the
 *   cart's total is not its payment session's amount, so it needs a new session. `busy`: another run did not release the purchase's lock in time.
 *   Undefined: the checkout has changed meanwhile, or the cart is gone or costs nothing any more
 */
export async function leaveToMedusa(container: MedusaContainer, asked: LedgerCheckout) {
  const { checkouts, leases } = container.resolve(WEB_CHECKOUT)
  const key = purchaseKey(asked)
  const holder = await leases.take(key, purchaseLease)
  if (holder === undefined) {
    return { kind: "busy" as const }
  }
  let released: Promise<void> | undefined
  const release = () => (released ??= leases.release(key, holder))
  try {
    const [row, total] = await Promise.all([
      checkouts.retrieve(asked.id),
      readCartTotal(container.resolve(ContainerRegistrationKeys.QUERY), asked.cart_id ?? ""),
    ])
    const isTheSame = isUntouched(row) && row.payment_session_id === asked.payment_session_id
    if (isTheSame && total && isSameMoney(total, moneyOf(row))) {
      return { kind: "left" as const, row, since: checkouts.now(), release }
    }
    await release()
    return isTheSame && total && isOwed(total) ? { kind: "other_total" as const } : undefined
  } catch (error) {
    await release()
    throw error
  }
}
