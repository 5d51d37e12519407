import type { ServerResponse } from "node:http"
import { ACTIONS, type BookedCheckout, type CheckoutAction } from "./checkouts-and-subscriptions"
import { sendPage } from "./http"
import { closedPage, paymentPage } from "./pages"
import { Refusal } from "./requests"
import type { Emulator } from "./server"

/** The page on which a shopper pays, and the redirect back to the shop. @param action of the button that was pressed, if one was */
export function serveHostedPage(emulator: Emulator, response: ServerResponse, key: string, action?: string): void {
  const { books, merchant } = emulator
  const checkout = books.checkoutByKey(key)
  if (!checkout) {
    sendPage(response, 404, "This payment page does not exist.")
  } else if (checkout.status !== "PENDING") {
    sendPage(response, action === undefined ? 200 : 409, closedPage(checkout, merchant, backUrl(checkout)))
  } else if (action === undefined) {
    sendPage(response, 200, paymentPage(checkout, merchant))
  } else if (action === "pay-and-leave") {
    sendPage(response, 200, closedPage(emulator.act(checkout.id, "pay"), merchant, null))
  } else {
    emulator.act(checkout.id, knownAction(action))
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
