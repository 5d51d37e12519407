/** The outcomes of a cart's payment, as the store returns them. */
export const OUTCOMES = [
  /** paid, and Medusa has placed the order */
  "paid",
  /** not known yet: ask again */
  "pending",
  /** paid, but a person at the shop must complete the order */
  "review",
  "failed",
  "cancelled",
  "expired",
  "refunded",
] as const

/** One of `OUTCOMES`. */
export type OutcomeName = (typeof OUTCOMES)[number]

/** An outcome with the data that a page shows. Amount in major units. */
export interface Outcome {
  /** The outcome to show. */
  outcome: OutcomeName
  /** Null for a payment of an existing order, which has no cart. */
  cart_id: string | null
  /** The id of Medusa's payment collection. */
  payment_collection_id: string
  /** Set once Medusa has placed the order. */
  order_id: string | null
  /** The reference of the purchase. */
  order_reference: string
  /** The reference of this payment, which the payment service has shown to the shopper: show it on the confirmation and in the order history. */
  gateway_order_id: string
  /** Major units. */
  amount: number
  /** ISO 4217 in lower case, as everywhere in Medusa. */
  currency_code: string
}

/** The part of the store's @medusajs/js-sdk client that is used: pass `sdk` itself. */
export interface StoreSdk {
  /** Its `client`; only `fetch` is used. */
  client: { fetch<Answer>(path: string, init?: CallInit): Promise<Answer> }
}

interface CallInit {
  method?: string
  body?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  cache?: "no-store"
}

/** Why a checkout could not be started or looked up. */
export type CheckoutErrorCode =
  /** the cart is already paid: go to `orderId` or, if there is none, to the page that says that the shop will complete the order */
  | "cart_paid"
  /** the payment service or a rule has refused: the message says why */
  | "refused"
  /** no payment was started for this cart */
  | "not_found"
  /** no usable answer, or the cart is busy: the call can be repeated */
  | "unavailable"

/** The only error that these functions throw. */
export class CheckoutError extends Error {
  /** Identifies the class where `instanceof` cannot. */
  override name = "CheckoutError"

  constructor(
    /** What happened. */
    readonly code: CheckoutErrorCode,
    message: string,
    /** With `cart_paid`, once Medusa has placed the order. */
    readonly orderId?: string,
    options?: ErrorOptions
  ) {
    super(message, options)
  }
}

/** Options of every call. */
export interface CallOptions {
  /** Headers for every call. A storefront's server passes the customer's authorization here. */
  headers?: Record<string, string>
}

/** Options for starting a payment. */
export interface StartOptions extends CallOptions {
  /** The id of the payment provider; default `pp_webcheckout_default`. */
  providerId?: string
}

/** A started payment. */
export interface StartedCheckout {
  /** The URL to which the shopper's browser must go now. */
  redirectUrl: string
  /** The id of Medusa's payment session. */
  sessionId: string
}

const DEFAULT_PROVIDER = "pp_webcheckout_default"
const starting = new Map<string, Promise<StartedCheckout>>()

/**
 * Starts a payment of a cart, or tries again. A double click starts one payment; a second tab gets the same page; for a cart that was paid in
 * the meantime it throws `cart_paid` with the order's id.
 *
 * @throws CheckoutError
 */
export function startCheckout(sdk: StoreSdk, cartId: string, options: StartOptions = {}): Promise<StartedCheckout> {
  const key = `${cartId} ${options.providerId}`
  const running = starting.get(key) ?? start(sdk, cartId, options).finally(() => starting.delete(key))
  starting.set(key, running)
  return running
}

/** Calls the store with the headers of `CallOptions`. No answer is an error. @throws CheckoutError */
type Call = <Answer>(path: string, init?: Omit<CallInit, "headers">) => Promise<Answer>

function storeCall(sdk: StoreSdk, { headers }: CallOptions): Call {
  return async <Answer>(path: string, init?: Omit<CallInit, "headers">) => {
    try {
      const answer = await sdk.client.fetch<Answer | null>(path, { ...init, headers })
      if (!answer) {
        throw new Error("The store gave no answer.")
      }
      return answer
    } catch (error) {
      throw toCheckoutError(error)
    }
  }
}

interface Collection {
  id: string
  payment_sessions?: { id: string; provider_id: string; data?: { redirect_url?: unknown } }[]
}

async function start(
  sdk: StoreSdk,
  cartId: string,
  { providerId = DEFAULT_PROVIDER, ...options }: StartOptions
): Promise<StartedCheckout> {
  const call = storeCall(sdk, options)
  try {
    const { cart } = await call<{ cart: { completed_at?: unknown; payment_collection?: Collection | null } }>(
      `/store/carts/${cartId}`,
      { query: { fields: "id,completed_at,*payment_collection.payment_sessions" }, cache: "no-store" }
    )
    if (cart.completed_at) {
      throw await paidError(call, cartId, "This cart has been paid.")
    }
    const open = cart.payment_collection && startedIn(cart.payment_collection, providerId)
    // The page that another tab has opened, unless it can no longer be paid.
    if (open && (await fetchOutcome(call, cartId)).outcome === "pending") {
      return open
    }
    const { id } = cart.payment_collection ?? (await postCollection(call, "", { cart_id: cartId }))
    const collection = await postCollection(call, `/${id}/payment-sessions`, { provider_id: providerId })
    const started = startedIn(collection, providerId)
    if (!started) {
      throw new CheckoutError("unavailable", "The store has answered without a payment page.")
    }
    return started
  } catch (error) {
    throw await cartError(call, cartId, error)
  }
}

function startedIn({ payment_sessions }: Collection, providerId: string): StartedCheckout | undefined {
  const session = payment_sessions?.find((candidate) => candidate.provider_id === providerId)
  const redirectUrl = session?.data?.redirect_url
  return session && typeof redirectUrl === "string" ? { redirectUrl, sessionId: session.id } : undefined
}

/** Creates a cart's payment collection, or a session in one. @param path below the collections; empty for a new one */
async function postCollection(call: Call, path: string, body: Record<string, string>): Promise<Collection> {
  const url = `/store/payment-collections${path}`
  return (await call<{ payment_collection: Collection }>(url, { method: "POST", body })).payment_collection
}

/** Messages of a cart or purchase that is already paid, with any HTTP status. */
const IS_PAID = /^This (cart|purchase) has been paid/
/** Messages of a busy cart or payment; Medusa answers 409. */
const IS_BUSY = /Try again in a moment\.$/

/** @returns the error to throw: `cart_paid` with the order if the call failed because the cart is paid */
async function cartError(call: Call, cartId: string, error: unknown): Promise<CheckoutError> {
  const known = toCheckoutError(error)
  return known.code !== "cart_paid" && IS_PAID.test(known.message) ? paidError(call, cartId, known.message) : known
}

async function paidError(call: Call, cartId: string, message: string): Promise<CheckoutError> {
  const paid = await fetchOutcome(call, cartId).catch(() => undefined)
  return new CheckoutError("cart_paid", message, paid?.order_id ?? undefined)
}

/**
 * Reads the outcome of a cart's payment. With the id of an order or a payment collection, of its last payment. The store asks
 * the payment service, so the result is reliable; the query parameters of the return URL are not.
 *
 * @throws CheckoutError `not_found` if the cart has no payment, `unavailable` if there is no answer
 */
export function readOutcome(sdk: StoreSdk, cartId: string, options: CallOptions = {}): Promise<Outcome> {
  return fetchOutcome(storeCall(sdk, options), cartId)
}

async function fetchOutcome(call: Call, cartId: string): Promise<Outcome> {
  const path = `/store/webcheckout/checkouts/${cartId}`
  return (await call<{ checkout: Outcome }>(path, { cache: "no-store" })).checkout
}

/** Options for waiting for an outcome. */
export interface WaitOptions extends CallOptions {
  /** The longest wait, in ms; default 60,000. */
  timeoutMs?: number
  /** The pause between two requests, in ms; default 2,000. */
  intervalMs?: number
  /** Ends the wait with the last outcome. */
  signal?: AbortSignal
}

/**
 * Asks until the outcome is known. At the time limit, or when aborted, it returns `pending`. A request without an answer is repeated.
 *
 * @throws CheckoutError if no request was answered
 */
export async function waitForOutcome(
  sdk: StoreSdk,
  cartId: string,
  { timeoutMs = 60_000, intervalMs = 2_000, signal, headers }: WaitOptions = {}
): Promise<Outcome> {
  const end = Date.now() + timeoutMs
  const isOver = () => Date.now() >= end || signal?.aborted
  const aborted = new Promise<void>((wake) => signal?.addEventListener("abort", () => wake(), { once: true }))
  let last: Outcome | undefined
  for (;;) {
    try {
      last = await readOutcome(sdk, cartId, { headers })
    } catch (error) {
      if (!last && (isOver() || !(error instanceof CheckoutError) || error.code !== "unavailable")) {
        throw error
      }
    }
    if (last && (last.outcome !== "pending" || isOver())) {
      return last
    }
    const pauseMs = Math.min(intervalMs, Math.max(0, end - Date.now()))
    await Promise.race([aborted, new Promise((next) => setTimeout(next, pauseMs))])
  }
}

/** The payment states of an order. */
export const ORDER_PAYMENT_STATES = [
  /** an amount is owed and can be paid now */
  "payable",
  /** the same, and a payment page is open: continuing leads to that page */
  "open_elsewhere",
  /** a payment was made or authorized that the shop has not recorded yet */
  "being_paid",
  "paid",
  "nothing_owed",
  /** the shop does not offer the payment here */
  "ended",
  "expired",
  "canceled",
] as const

/** One of `ORDER_PAYMENT_STATES`. */
export type OrderPaymentState = (typeof ORDER_PAYMENT_STATES)[number]

/** The payment state of an order. Amounts in major units. */
export interface OrderPayment {
  /** The id of Medusa's order. */
  order_id: string
  /** Whether it can be paid now, and if not, why. */
  state: OrderPaymentState
  /** The amount charged now; 0 if nothing can be paid now. */
  to_pay: number
  /** The amount that the order still owes. */
  owed: number
  /** ISO 4217 in lower case. */
  currency_code: string
  /** The reference of the payment in progress, or of the purchase: show it wherever the shopper is asked to pay. Null before the first payment or pay link. */
  gateway_order_id: string | null
}

/**
 * Reads the amount that an order still owes, and whether it can be paid now: after an edit, or for an order that is paid later.
 *
 * @throws CheckoutError
 */
export async function readOrderPayment(
  sdk: StoreSdk,
  orderId: string,
  options: CallOptions = {}
): Promise<OrderPayment> {
  const path = `/store/webcheckout/orders/${orderId}`
  return (await storeCall(sdk, options)<{ payment: OrderPayment }>(path, { cache: "no-store" })).payment
}

/**
 * Starts a payment of the amount that an order owes. The shopper's browser must go to `redirectUrl`; if it is null, nothing can be paid now,
 * and `payment.state` says why.
 *
 * @throws CheckoutError
 */
export async function payOrder(
  sdk: StoreSdk,
  orderId: string,
  options: CallOptions = {}
): Promise<{ redirectUrl: string | null; payment: OrderPayment }> {
  const call = storeCall(sdk, options)
  const { redirect_url, payment } = await call<{ redirect_url: string | null; payment: OrderPayment }>(
    `/store/webcheckout/orders/${orderId}/pay`,
    { method: "POST" }
  )
  return { redirectUrl: redirect_url, payment }
}

/**
 * Places an order that is paid later: the store sends its customer a pay link. For a provider instance with `mode: "pay-later"`.
 *
 * @returns the order's id
 * @throws CheckoutError `refused` if this is not offered to the customer
 */
export async function orderAndPayLater(
  sdk: StoreSdk,
  cartId: string,
  { providerId, ...options }: StartOptions & { providerId: string }
): Promise<string> {
  const call = storeCall(sdk, options)
  try {
    const { id } = await postCollection(call, "", { cart_id: cartId })
    await postCollection(call, `/${id}/payment-sessions`, { provider_id: providerId })
    const placed = await call<{ order?: { id: string }; error?: { message: string } }>(
      `/store/carts/${cartId}/complete`,
      { method: "POST" }
    )
    if (!placed.order) {
      throw new CheckoutError("refused", placed.error?.message ?? "The order was not placed.")
    }
    return placed.order.id
  } catch (error) {
    throw await cartError(call, cartId, error)
  }
}

/** Whether the shopper may pay again. */
export function canRetry({ outcome }: Pick<Outcome, "outcome">): boolean {
  return ["failed", "cancelled", "expired", "refunded"].includes(outcome)
}

function toCheckoutError(error: unknown): CheckoutError {
  if (error instanceof CheckoutError) {
    return error
  }
  const status = typeof error === "object" && error !== null && "status" in error ? Number(error.status) : 0
  const message = error instanceof Error ? error.message : "The store gave no answer."
  const isRefused = status >= 400 && status < 500 && status !== 409 && status !== 429 && !IS_BUSY.test(message)
  const code = status === 404 ? "not_found" : isRefused ? "refused" : "unavailable"
  return new CheckoutError(code, message, undefined, { cause: error })
}
