/** What became of a cart's payment, as the store answers it. */
export const OUTCOMES = [
  /** paid, and the order is placed */
  "paid",
  /** not decided yet: ask again */
  "pending",
  /** paid, and somebody at the shop finishes the order by hand */
  "review",
  "failed",
  "cancelled",
  "expired",
  "refunded",
] as const

/** One of `OUTCOMES`. */
export type OutcomeName = (typeof OUTCOMES)[number]

/** An outcome with what a page needs to show it. Amount in major units. */
export interface Outcome {
  /** What to show. */
  outcome: OutcomeName
  /** Null for what an order still owes: that is paid without a cart. */
  cart_id: string | null
  /** Medusa's payment collection. */
  payment_collection_id: string
  /** Set once the order is placed. */
  order_id: string | null
  /** Names the purchase. */
  order_reference: string
  /** Names this payment, and is what the payment service showed to the shopper: show it on the confirmation and in the order history. */
  gateway_order_id: string
  /** Major units. */
  amount: number
  /** ISO 4217, lower case, as everywhere in Medusa. */
  currency_code: string
}

/** The part of the store's own @medusajs/js-sdk client that is used here: `sdk` itself fits. */
export interface StoreSdk {
  /** Its `client`, of which `fetch` alone is used. */
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
  /** the cart has been paid: go to `orderId`, or to the page that says the shop is looking at it */
  | "cart_paid"
  /** the payment service, or a rule, has refused: the message says why */
  | "refused"
  /** nobody has started a payment of this cart */
  | "not_found"
  /** no answer, none that helps, or the cart is busy: the same call may be made again */
  | "unavailable"

/** The one error that the functions here throw. */
export class CheckoutError extends Error {
  /** Tells the class where `instanceof` cannot. */
  override name = "CheckoutError"

  constructor(
    /** What has happened. */
    readonly code: CheckoutErrorCode,
    message: string,
    /** With `cart_paid`, once the order is placed. */
    readonly orderId?: string,
    options?: ErrorOptions
  ) {
    super(message, options)
  }
}

/** What every call may be given. */
export interface CallOptions {
  /** Sent with every call: a storefront's server passes the customer's authorization on. */
  headers?: Record<string, string>
}

/** How a payment is started. */
export interface StartOptions extends CallOptions {
  /** The payment provider; `pp_webcheckout_default` unless the store has another instance. */
  providerId?: string
}

/** A payment that is started. */
export interface StartedCheckout {
  /** Where to send the shopper's browser now. */
  redirectUrl: string
  /** Medusa's payment session. */
  sessionId: string
}

const DEFAULT_PROVIDER = "pp_webcheckout_default"
const starting = new Map<string, Promise<StartedCheckout>>()

/**
 * Starts a payment of a cart, or another try. A double click is one payment; a second tab gets the same page; a cart that
 * has been paid meanwhile leads to its order.
 *
 * @throws CheckoutError
 */
export function startCheckout(sdk: StoreSdk, cartId: string, options: StartOptions = {}): Promise<StartedCheckout> {
  const key = `${cartId} ${options.providerId}`
  const running = starting.get(key) ?? start(sdk, cartId, options).finally(() => starting.delete(key))
  starting.set(key, running)
  return running
}

interface Session {
  id: string
  provider_id: string
  data?: { redirect_url?: unknown }
}

interface Collection {
  id: string
  payment_sessions?: Session[]
}

async function start(
  sdk: StoreSdk,
  cartId: string,
  { providerId = DEFAULT_PROVIDER, headers }: StartOptions
): Promise<StartedCheckout> {
  try {
    const { cart } = await sdk.client.fetch<{
      cart: { completed_at?: unknown; payment_collection?: Collection | null }
    }>(`/store/carts/${cartId}`, {
      query: { fields: "id,completed_at,*payment_collection.payment_sessions" },
      headers,
      cache: "no-store",
    })
    if (cart.completed_at) {
      throw await paidError(sdk, cartId, "This cart has been paid.", headers)
    }
    const open = cart.payment_collection && startedIn(cart.payment_collection, providerId)
    // The page that another tab has open, unless it is spent.
    if (open && (await fetchOutcome(sdk, cartId, headers)).outcome === "pending") {
      return open
    }
    const { id } = cart.payment_collection ?? (await createCollection(sdk, cartId, headers))
    const { payment_collection } = await sdk.client.fetch<{ payment_collection: Collection }>(
      `/store/payment-collections/${id}/payment-sessions`,
      { method: "POST", body: { provider_id: providerId }, headers }
    )
    const started = startedIn(payment_collection, providerId)
    if (!started) {
      throw new CheckoutError("unavailable", "The store has answered without a payment page.")
    }
    return started
  } catch (error) {
    throw await cartError(sdk, cartId, error, headers)
  }
}

function startedIn({ payment_sessions }: Collection, providerId: string): StartedCheckout | undefined {
  const session = payment_sessions?.find((candidate) => candidate.provider_id === providerId)
  const redirectUrl = session?.data?.redirect_url
  return session && typeof redirectUrl === "string" ? { redirectUrl, sessionId: session.id } : undefined
}

async function createCollection(sdk: StoreSdk, cartId: string, headers?: Record<string, string>): Promise<Collection> {
  const { payment_collection } = await sdk.client.fetch<{ payment_collection: Collection }>(
    "/store/payment-collections",
    {
      method: "POST",
      body: { cart_id: cartId },
      headers,
    }
  )
  return payment_collection
}

/** What the store says of what is paid already, whatever the status. */
const IS_PAID = /^This (cart|purchase) has been paid/
/** What it says of what something else is at; Medusa says that by 409. */
const IS_BUSY = /Try again in a moment\.$/

/** A failure that the cart's being paid explains leads to its order. */
async function cartError(
  sdk: StoreSdk,
  cartId: string,
  error: unknown,
  headers?: Record<string, string>
): Promise<CheckoutError> {
  const known = toCheckoutError(error)
  return known.code !== "cart_paid" && IS_PAID.test(known.message)
    ? paidError(sdk, cartId, known.message, headers)
    : known
}

async function paidError(
  sdk: StoreSdk,
  cartId: string,
  message: string,
  headers?: Record<string, string>
): Promise<CheckoutError> {
  const paid = await fetchOutcome(sdk, cartId, headers).catch(() => undefined)
  return new CheckoutError("cart_paid", message, paid?.order_id ?? undefined)
}

/**
 * What became of the payment of a cart, or of the last payment of an order: then its id, or its payment collection's, is given
 * instead. The store asks the payment service, so this may be believed; the address that the
 * shopper came back with may not.
 *
 * @throws CheckoutError `not_found` for a cart without a payment, `unavailable` without an answer
 */
export function readOutcome(sdk: StoreSdk, cartId: string, { headers }: CallOptions = {}): Promise<Outcome> {
  return fetchOutcome(sdk, cartId, headers).catch((error: unknown) => {
    throw toCheckoutError(error)
  })
}

async function fetchOutcome(sdk: StoreSdk, cartId: string, headers?: Record<string, string>): Promise<Outcome> {
  const { checkout } = await sdk.client.fetch<{ checkout: Outcome }>(`/store/webcheckout/checkouts/${cartId}`, {
    headers,
    cache: "no-store",
  })
  return checkout
}

/** How long to wait for an outcome. */
export interface WaitOptions extends CallOptions {
  /** How long to go on asking; 60 s unless told. */
  timeoutMs?: number
  /** The pause between two questions; 2 s unless told. */
  intervalMs?: number
  /** Ends the wait, with the outcome so far. */
  signal?: AbortSignal
}

/**
 * Asks until the payment is decided, or the time is over: then the outcome is still `pending`, and the page says so. A
 * question without an answer is asked again.
 *
 * @throws CheckoutError when not one question was answered
 */
export async function waitForOutcome(
  sdk: StoreSdk,
  cartId: string,
  { timeoutMs = 60_000, intervalMs = 2_000, signal, headers }: WaitOptions = {}
): Promise<Outcome> {
  const end = Date.now() + timeoutMs
  let last: Outcome | undefined
  for (;;) {
    try {
      last = await readOutcome(sdk, cartId, { headers })
    } catch (error) {
      if (
        !last &&
        (Date.now() >= end || signal?.aborted || !(error instanceof CheckoutError) || error.code !== "unavailable")
      ) {
        throw error
      }
    }
    if (last && (last.outcome !== "pending" || Date.now() >= end || signal?.aborted)) {
      return last
    }
    await new Promise<void>((next) => {
      const timer = setTimeout(next, Math.min(intervalMs, Math.max(0, end - Date.now())))
      signal?.addEventListener(
        "abort",
        () => {
          clearTimeout(timer)
          next()
        },
        { once: true }
      )
    })
  }
}

/** What can be done about what an order owes. */
export const ORDER_PAYMENT_STATES = [
  /** something is owed, and can be paid now */
  "payable",
  /** the same, and its page is open somewhere: whoever goes on is led to that one */
  "open_elsewhere",
  /** money is there, or reserved, that the shop has not recorded yet */
  "being_paid",
  "paid",
  "nothing_owed",
  /** the shop does not want it to be paid here */
  "ended",
  "expired",
  "canceled",
] as const

/** One of `ORDER_PAYMENT_STATES`. */
export type OrderPaymentState = (typeof ORDER_PAYMENT_STATES)[number]

/** What an order owes. Amounts in major units. */
export interface OrderPayment {
  /** Medusa's order. */
  order_id: string
  /** What can be done about it. */
  state: OrderPaymentState
  /** What would be charged now; 0 unless something can be paid. */
  to_pay: number
  /** What the order still owes. */
  owed: number
  /** ISO 4217, lower case. */
  currency_code: string
  /** Names the payment that is under way, or the purchase: show it wherever the shopper is asked to pay. Null before its first payment or pay link. */
  gateway_order_id: string | null
}

/**
 * What an order still owes, and whether it can be paid now: after an edit, or because it was ordered to be paid later.
 *
 * @throws CheckoutError
 */
export async function readOrderPayment(
  sdk: StoreSdk,
  orderId: string,
  { headers }: CallOptions = {}
): Promise<OrderPayment> {
  try {
    const path = `/store/webcheckout/orders/${orderId}`
    return (await sdk.client.fetch<{ payment: OrderPayment }>(path, { headers, cache: "no-store" })).payment
  } catch (error) {
    throw toCheckoutError(error)
  }
}

/**
 * Pays what an order owes. `redirectUrl` is where to send the shopper's browser; null where there is nothing to pay now, and
 * `payment.state` says why.
 *
 * @throws CheckoutError
 */
export async function payOrder(
  sdk: StoreSdk,
  orderId: string,
  { headers }: CallOptions = {}
): Promise<{ redirectUrl: string | null; payment: OrderPayment }> {
  try {
    const { redirect_url, payment } = await sdk.client.fetch<{ redirect_url: string | null; payment: OrderPayment }>(
      `/store/webcheckout/orders/${orderId}/pay`,
      { method: "POST", headers }
    )
    return { redirectUrl: redirect_url, payment }
  } catch (error) {
    throw toCheckoutError(error)
  }
}

/**
 * Places an order that is paid later: the store sends its customer a link. For a provider instance with `mode: "pay-later"`.
 *
 * @returns the order's id
 * @throws CheckoutError `refused` for a customer to whom this is not offered
 */
export async function orderAndPayLater(
  sdk: StoreSdk,
  cartId: string,
  { providerId, headers }: StartOptions & { providerId: string }
): Promise<string> {
  try {
    const { id } = await createCollection(sdk, cartId, headers)
    await sdk.client.fetch(`/store/payment-collections/${id}/payment-sessions`, {
      method: "POST",
      body: { provider_id: providerId },
      headers,
    })
    const placed = await sdk.client.fetch<{ order?: { id: string }; error?: { message: string } }>(
      `/store/carts/${cartId}/complete`,
      { method: "POST", headers }
    )
    if (!placed.order) {
      throw new CheckoutError("refused", placed.error?.message ?? "The order was not placed.")
    }
    return placed.order.id
  } catch (error) {
    throw await cartError(sdk, cartId, error, headers)
  }
}

/** Whether the shopper may pay again. */
export function canRetry({ outcome }: Pick<Outcome, "outcome">): boolean {
  return ["failed", "cancelled", "expired", "refunded"].includes(outcome)
}

function statusOf(error: unknown): number | undefined {
  if (typeof error === "object" && error !== null && "status" in error && typeof error.status === "number") {
    return error.status
  }
  return undefined
}

function toCheckoutError(error: unknown): CheckoutError {
  if (error instanceof CheckoutError) {
    return error
  }
  const status = statusOf(error) ?? 0
  const message = error instanceof Error ? error.message : "The store gave no answer."
  const isRefused = status >= 400 && status < 500 && status !== 409 && status !== 429 && !IS_BUSY.test(message)
  const code = status === 404 ? "not_found" : isRefused ? "refused" : "unavailable"
  return new CheckoutError(code, message, undefined, { cause: error })
}
