import type { ServerResponse } from "node:http"
import { Refusal } from "./request-fields"
import { ACTIONS, type BookedCheckout, type Books, type CheckoutAction } from "./checkouts-and-subscriptions"
import { sendPage } from "./http"
import { closedPage, paymentPage } from "./pages"

/** The page on which a shopper pays, and the redirect back to the shop. */
export class HostedPage {
  /** @param act applies a shopper's action and saves the books */
  constructor(
    private readonly merchant: string,
    private readonly books: Books,
    private readonly act: (checkoutId: string, action: CheckoutAction) => void
  ) {}

  show(response: ServerResponse, key: string): void {
    const checkout = this.books.checkoutByKey(key)
    if (!checkout) {
      sendPage(response, 404, "This payment page does not exist.")
      return
    }
    const { merchant } = this
    sendPage(
      response,
      200,
      checkout.status === "PENDING"
        ? paymentPage(checkout, merchant)
        : closedPage(checkout, merchant, backUrl(checkout))
    )
  }

  click(response: ServerResponse, key: string, action: string): void {
    const checkout = this.books.checkoutByKey(key)
    if (!checkout) {
      sendPage(response, 404, "This payment page does not exist.")
      return
    }
    if (checkout.status !== "PENDING") {
      sendPage(response, 409, closedPage(checkout, this.merchant, backUrl(checkout)))
      return
    }
    const leaves = action === "pay-and-leave"
    this.act(checkout.id, leaves ? "pay" : knownAction(action))
    if (leaves) {
      sendPage(response, 200, closedPage(checkout, this.merchant, null))
      return
    }
    response.writeHead(303, { location: backUrl(checkout), "cache-control": "no-store" }).end()
  }
}

/** The service appends its own unauthenticated parameters to the returnUrl. */
function backUrl(checkout: BookedCheckout): string {
  const url = new URL(checkout.returnUrl)
  url.searchParams.set("checkout", checkout.id)
  url.searchParams.set("reference", checkout.orderId)
  return url.toString()
}

/** @throws Refusal for an unknown action */
export function knownAction(action: string | undefined): CheckoutAction {
  const known = Object.keys(ACTIONS).find((name): name is CheckoutAction => name === action)
  if (!known) {
    throw new Refusal(`action must be one of ${Object.keys(ACTIONS).join(", ")}`)
  }
  return known
}
