import { randomBytes } from "node:crypto"
import { FREQUENCIES } from "../gateway/frequencies"
import type { CheckoutStatus, SubscriptionStatus } from "../gateway/statuses"
import { fromMinorUnits, toMinorUnits } from "./minor-units"
import { checkoutBody, parsed, Refusal, subscriptionBody, text, type Body } from "./requests"
import type { Settings } from "./server"
import { z } from "zod"

const now = () => new Date().toISOString()
const displayId = (letter: string, id: string) => letter + Number(id).toString(36).toUpperCase()

/** A checkout in the emulator's books. Amounts in major units. */
export type BookedCheckout = ReturnType<typeof newCheckout>

function newCheckout(
  id: string,
  sent: z.output<typeof checkoutBody> & { requestId: string; orderId: string },
  pageUrl: string
) {
  const checkoutKey = randomBytes(16).toString("hex")
  const status = "PENDING" as CheckoutStatus
  const timestamp = now()
  return {
    ...sent,
    id,
    displayId: displayId("W", id),
    checkoutKey,
    amount: exactAmount(sent),
    status,
    redirectUrl: `${pageUrl}/${checkoutKey}`,
    totalRefunded: 0,
    usedPaymentMethod: null as string | null,
    timestamp,
    /** All its statuses, oldest first. */
    history: [{ status, timestamp }],
    refunds: [] as { amount: number; note: string; timestamp: string }[],
  }
}

export type BookedSubscription = ReturnType<typeof newSubscription>

function newSubscription(
  id: string,
  sent: z.output<typeof subscriptionBody>,
  customer: BookedCustomer,
  received: unknown
) {
  return {
    ...sent,
    ...FREQUENCIES[sent.sendEvery],
    id,
    displayId: displayId("S", id),
    amount: exactAmount(sent),
    status: "ACTIVE" as SubscriptionStatus,
    customerId: customer.id,
    customer,
    timestamp: now(),
    payments: [] as BookedPayment[],
    /** The request body unchanged, so that a person can compare it with the documentation. */
    received,
  }
}

export type BookedPayment = ReturnType<typeof newPayment>

function newPayment(id: string) {
  return {
    id,
    displayId: displayId("P", id),
    checkout: null as BookedCheckout | null,
    timestamp: now(),
    cancelled: false,
  }
}

export type BookedCustomer = { id: string } & Partial<Record<"firstName" | "lastName" | "email" | "phone", string>>

/** @throws Refusal if the currency has no such amount */
function exactAmount({ amount, currency }: { amount: number; currency: string }): number {
  return fromMinorUnits(toMinorUnits(amount, currency), currency)
}

/** The data that survives a restart. */
export type BooksSnapshot = ReturnType<Books["snapshot"]>

/** The actions of a shopper or the clock on a checkout, and the statuses that allow them. */
export const ACTIONS = {
  pay: { from: ["PENDING"], to: "PAID" },
  decline: { from: ["PENDING"], to: "FAILED" },
  authorize: { from: ["PENDING"], to: "AUTHORIZED" },
  cancel: { from: ["PENDING"], to: "CANCELLED" },
  expire: { from: ["PENDING", "AUTHORIZED"], to: "EXPIRED" },
  capture: { from: ["AUTHORIZED"], to: "PAID" },
  void: { from: ["AUTHORIZED"], to: "CANCELLED" },
} as const satisfies Record<string, { from: CheckoutStatus[]; to: CheckoutStatus }>

export type CheckoutAction = keyof typeof ACTIONS

/** `pageUrl`: URL of the hosted page, without the checkout's key. */
type BooksSettings = Pick<Settings, "identifierSpelling" | "requireDetails"> & { pageUrl: string }

/** The gateway's records and rules: which requests it refuses, what it records, and the transitions of statuses. */
export class Books {
  /** Ids count up from the present time, so that new books never reuse an id of an earlier run. */
  private nextId = Date.now()
  private readonly checkouts = new Map<string, BookedCheckout>()
  private readonly subscriptions = new Map<string, BookedSubscription>()
  private readonly customers: BookedCustomer[] = []

  constructor(private readonly settings: BooksSettings) {}

  /** POST /checkout/web. @throws Refusal */
  createCheckout(body: Body): BookedCheckout {
    const requestId = this.identifier(body, "request")
    const orderId = this.identifier(body, "order")
    const sent = parsed(checkoutBody, body)
    const absent = ["customer", "billingAddress", "items"].find((field) => body[field] === undefined)
    if (this.settings.requireDetails && absent) {
      throw new Refusal(`${absent} is required`)
    }
    const checkout = newCheckout(this.newId(), { ...sent, requestId, orderId }, this.settings.pageUrl)
    const others = this.allCheckouts()
    if (others.some((other) => other.requestId === requestId)) {
      throw new Refusal(`requestId ${requestId} has already been used`)
    }
    if (others.some((other) => other.orderId === orderId && other.history.some(({ status }) => status === "PAID"))) {
      throw new Refusal(
        `orderId ${orderId} has been paid; only after a failed or cancelled payment it may be used again`
      )
    }
    this.checkouts.set(checkout.id, checkout)
    return checkout
  }

  /** GET /checkout/{id}. @throws Refusal */
  checkout(id: string): BookedCheckout {
    const checkout = this.checkouts.get(id)
    if (!checkout) {
      throw new Refusal(`checkout ${id} does not exist`, 404)
    }
    return checkout
  }

  checkoutByKey(key: string): BookedCheckout | undefined {
    return this.allCheckouts().find(({ checkoutKey }) => checkoutKey === key)
  }

  allCheckouts(): BookedCheckout[] {
    return [...this.checkouts.values()]
  }

  allSubscriptions(): BookedSubscription[] {
    return [...this.subscriptions.values()]
  }

  /** Applies one action of the table above. @throws Refusal if the checkout's status does not allow it */
  act(id: string, action: CheckoutAction): BookedCheckout {
    const checkout = this.checkout(id)
    const from: readonly CheckoutStatus[] = ACTIONS[action].from
    if (!from.includes(checkout.status)) {
      throw new Refusal(`checkout ${id} is ${checkout.status} and cannot ${action}`)
    }
    if (action === "pay" || action === "authorize") {
      checkout.usedPaymentMethod = "CARD"
    }
    return this.move(checkout, ACTIONS[action].to)
  }

  /** POST /checkout/{id}/refund. @throws Refusal */
  refund(id: string, amount: string, currency: string, note: string): BookedCheckout {
    const checkout = this.checkout(id)
    if (!amount || !currency || !note) {
      throw new Refusal("amount, currency and note are required")
    }
    if (checkout.status !== "PAID" && checkout.status !== "PARTIALLY_REFUNDED") {
      throw new Refusal(`checkout ${id} is ${checkout.status} and cannot be refunded`)
    }
    if (currency !== checkout.currency) {
      throw new Refusal(`currency must be ${checkout.currency}`)
    }
    const value = toMinorUnits(amount, currency)
    const before = checkout.totalRefunded === 0 ? 0n : toMinorUnits(checkout.totalRefunded, currency)
    const whole = toMinorUnits(checkout.amount, currency)
    if (value > whole - before) {
      throw new Refusal(`amount must be at most ${fromMinorUnits(whole - before, currency)}`)
    }
    checkout.refunds.push({ amount: fromMinorUnits(value, currency), note, timestamp: now() })
    checkout.totalRefunded = fromMinorUnits(before + value, currency)
    return this.move(checkout, before + value === whole ? "REFUNDED" : "PARTIALLY_REFUNDED")
  }

  /** POST /subscription. @throws Refusal */
  createSubscription(body: Body): BookedSubscription {
    const sent = parsed(subscriptionBody, body)
    const subscription = newSubscription(this.newId(), sent, this.subscriber(sent), body)
    this.subscriptions.set(subscription.id, subscription)
    if (sent.startDate < now().slice(0, 10)) {
      this.sendLink(subscription.id)
    }
    return subscription
  }

  /** GET /subscription/{id}. @throws Refusal */
  subscription(id: string): BookedSubscription {
    const subscription = this.subscriptions.get(id)
    if (!subscription) {
      throw new Refusal(`subscription ${id} does not exist`, 404)
    }
    return subscription
  }

  /** POST /subscription/{id}/pause and /resume. @throws Refusal */
  switchSubscription(id: string, to: "ACTIVE" | "INACTIVE"): BookedSubscription {
    const subscription = this.subscription(id)
    const from = to === "ACTIVE" ? "INACTIVE" : "ACTIVE"
    if (subscription.status !== from) {
      throw new Refusal(`subscription ${id} is ${subscription.status}`)
    }
    subscription.status = to
    return subscription
  }

  /** Sends a payment link, as the clock does once a period. */
  sendLink(id: string): BookedPayment {
    const { payments } = this.subscription(id)
    const payment = newPayment(this.newId())
    payments.push(payment)
    return payment
  }

  snapshot() {
    return {
      nextId: this.nextId,
      checkouts: this.allCheckouts(),
      subscriptions: this.allSubscriptions(),
      customers: this.customers,
    }
  }

  restore(snapshot: BooksSnapshot): void {
    this.nextId = snapshot.nextId
    snapshot.checkouts.forEach((checkout) => this.checkouts.set(checkout.id, checkout))
    snapshot.subscriptions.forEach((subscription) => this.subscriptions.set(subscription.id, subscription))
    this.customers.push(...snapshot.customers)
  }

  private move(checkout: BookedCheckout, status: CheckoutStatus): BookedCheckout {
    checkout.status = status
    checkout.history.push({ status, timestamp: now() })
    return checkout
  }

  private newId(): string {
    return String(this.nextId++)
  }

  private identifier(body: Body, name: "request" | "order"): string {
    const endings = { Id: ["Id"], ID: ["ID"], any: ["Id", "ID"] }[this.settings.identifierSpelling]
    const spellings = endings.map((ending) => `${name}${ending}`)
    const spelling = spellings.find((key) => body[key] !== undefined) ?? spellings[0]
    return parsed(z.object({ [spelling]: text }), body)[spelling]
  }

  /** "An existing customer with the same phone or email; if none is found, a new customer." */
  private subscriber({ customerId, customer: sent }: z.output<typeof subscriptionBody>): BookedCustomer {
    if (!sent) {
      const known = this.customers.find(({ id }) => id === customerId)
      if (!known) {
        throw new Refusal(
          customerId === undefined ? "customerId or customer is required" : `customerId ${customerId} does not exist`
        )
      }
      return known
    }
    const { firstName, lastName, email, phone } = sent
    const same = this.customers.find((one) => one.email === email || (phone !== undefined && one.phone === phone))
    if (same) {
      return same
    }
    const created = { firstName, lastName, email, phone, id: this.newId() }
    this.customers.push(created)
    return created
  }
}
