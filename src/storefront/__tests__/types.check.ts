import type Medusa from "@medusajs/js-sdk"
import { words } from "../ar"
import {
  CheckoutError,
  orderAndPayLater,
  payOrder,
  readOrderPayment,
  readOutcome,
  startCheckout,
  waitForOutcome,
  type Outcome,
  type OutcomeName,
} from "../index"

/** Never run: `npm run typecheck` fails when one of these no longer holds. */
export async function types(sdk: Medusa, controller: AbortController): Promise<void> {
  // The store's own client fits as it is.
  const { redirectUrl } = await startCheckout(sdk, "cart_1", { providerId: "pp_webcheckout_default" })
  redirectUrl satisfies string
  const outcome: Outcome = await readOutcome(sdk, "cart_1", { headers: { authorization: "Bearer x" } })
  await waitForOutcome(sdk, "cart_1", { timeoutMs: 1, intervalMs: 1, signal: controller.signal })
  words[outcome.outcome].title satisfies string
  outcome.order_id satisfies string | null

  // Every outcome must be handled: a new one is an error here, and in the storefronts.
  const page: Record<OutcomeName, string> = {
    paid: "",
    pending: "",
    review: "",
    failed: "",
    cancelled: "",
    expired: "",
    refunded: "",
  }
  page satisfies object

  const { state, to_pay } = await readOrderPayment(sdk, "order_1")
  const paying = await payOrder(sdk, "order_1", { headers: { authorization: "Bearer x" } })
  paying.redirectUrl satisfies string | null
  ;[state, to_pay] satisfies [string, number]
  ;(await orderAndPayLater(sdk, "cart_1", { providerId: "pp_webcheckout_later" })) satisfies string

  const error: unknown = outcome
  if (error instanceof CheckoutError) {
    error.code satisfies "cart_paid" | "refused" | "not_found" | "unavailable"
    error.orderId satisfies string | undefined
  }

  // @ts-expect-error: a cart's id is needed
  await startCheckout(sdk)
  // @ts-expect-error: there is no such outcome
  words.succeeded satisfies object
}
