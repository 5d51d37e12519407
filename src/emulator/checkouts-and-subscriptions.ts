import { randomBytes } from "node:crypto"
import { FREQUENCIES, SEND_EVERY, type PeriodUnit, type SendEvery } from "../gateway/frequencies"
import type { CheckoutStatus, SubscriptionStatus } from "../gateway/statuses"
import { fromMinorUnits, toMinorUnits } from "./minor-units"
import {
  ADDRESS_FIELDS,
  CUSTOMER_FIELDS,
  httpUrl,
  isObject,
  money,
  pick,
  Refusal,
  refusing,
  requiredText,
  requireFields,
  type Body,
} from "./request-fields"

/** A checkout in the emulator's books. Amounts in major units. */
export interface BookedCheckout {
  id: string
  displayId: string
  checkoutKey: string
  requestId: string
  orderId: string
  currency: string
  amount: number
  status: CheckoutStatus
  returnUrl: string
  redirectUrl: string
  totalRefunded: number
  usedPaymentMethod: string | null
  timestamp: string
  customer?: unknown
  billingAddress?: unknown
  deliveryAddress?: unknown
  items?: unknown
  totals?: unknown
  language?: unknown
  /** All its statuses, oldest first. */
  history: { status: CheckoutStatus; timestamp: string }[]
  refunds: { amount: number; note: string; timestamp: string }[]
}

export interface BookedSubscription {
  id: string
  displayId: string
  description: string
  currency: string
  amount: number
  status: SubscriptionStatus
  customerId: string
  customer?: BookedCustomer
  startDate: string
  endDate?: string
  sendOnHour: number
  sendEvery: SendEvery
  period: number
  periodUnit: PeriodUnit
  timestamp: string
  payments: BookedPayment[]
  /** The request body unchanged, so that a person can compare it with the documentation. */
  received: unknown
}

export interface BookedPayment {
  id: string
  displayId: string
  checkout: BookedCheckout | null
  timestamp: string
  cancelled: boolean
}

export interface BookedCustomer {
  id: string
  firstName?: string
  lastName?: string
  email?: string
  phone?: string
}

/** The data that survives a restart. */
export interface BooksSnapshot {
  nextId: number
  checkouts: BookedCheckout[]
  subscriptions: BookedSubscription[]
  customers: BookedCustomer[]
}

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

/** Ids count up from the present time, so that new books never reuse an id of an earlier run. */
function firstId(): number {
  return Date.now()
}

export interface BooksSettings {
  /** URL of the hosted page, without the checkout's key. */
  pageUrl: string
  /** The spelling of identifiers that requests must use. */
  identifierSpelling: "Id" | "ID" | "any"
  /** Also require the objects that the extended description marks as required. */
  requireDetails: boolean
}

/** The gateway's records and rules: which requests it refuses, what it records, and the transitions of statuses. */
export class Books {
  private nextId = firstId()
  private readonly checkouts = new Map<string, BookedCheckout>()
  private readonly byRequestId = new Map<string, BookedCheckout>()
  private readonly byOrderId = new Map<string, BookedCheckout[]>()
  private readonly byKey = new Map<string, BookedCheckout>()
  private readonly subscriptions = new Map<string, BookedSubscription>()
  private readonly customers: BookedCustomer[] = []

  constructor(private readonly settings: BooksSettings) {}

  /** POST /checkout/web. @throws Refusal */
  createCheckout(body: Body): BookedCheckout {
    const requestId = this.identifier(body, "request")
    const orderId = this.identifier(body, "order")
    const { currency, amount } = money(body)
    const returnUrl = httpUrl(body, "returnUrl")
    this.checkDetails(body)
    if (this.byRequestId.has(requestId)) {
      throw new Refusal(`requestId ${requestId} has already been used`)
    }
    const withThisOrder = this.byOrderId.get(orderId) ?? []
    if (withThisOrder.some(({ history }) => history.some(({ status }) => status === "PAID"))) {
      throw new Refusal(
        `orderId ${orderId} has been paid; only after a failed or cancelled payment it may be used again`
      )
    }
    const id = this.newId()
    const checkoutKey = randomBytes(16).toString("hex")
    const timestamp = new Date().toISOString()
    const checkout: BookedCheckout = {
      id,
      displayId: `W${Number(id).toString(36).toUpperCase()}`,
      checkoutKey,
      requestId,
      orderId,
      currency,
      amount,
      status: "PENDING",
      returnUrl,
      redirectUrl: `${this.settings.pageUrl}/${checkoutKey}`,
      totalRefunded: 0,
      usedPaymentMethod: null,
      timestamp,
      ...pick(body, ["customer", "billingAddress", "deliveryAddress", "items", "totals", "language"]),
      history: [{ status: "PENDING", timestamp }],
      refunds: [],
    }
    this.book(checkout)
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
    return this.byKey.get(key)
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
    const value = refusing(() => toMinorUnits(amount, currency))
    const before = checkout.totalRefunded === 0 ? 0n : toMinorUnits(checkout.totalRefunded, currency)
    const whole = toMinorUnits(checkout.amount, currency)
    if (value > whole - before) {
      throw new Refusal(`amount must be at most ${fromMinorUnits(whole - before, currency)}`)
    }
    checkout.refunds.push({
      amount: fromMinorUnits(value, currency),
      note,
      timestamp: new Date().toISOString(),
    })
    checkout.totalRefunded = fromMinorUnits(before + value, currency)
    const all = before + value === whole
    return this.move(checkout, all ? "REFUNDED" : "PARTIALLY_REFUNDED")
  }

  /** POST /subscription. @throws Refusal */
  createSubscription(body: Body): BookedSubscription {
    const description = requiredText(body, "description")
    const { currency, amount } = money(body)
    const startDate = requiredText(body, "startDate")
    const sendEvery = SEND_EVERY.find((frequency) => frequency === body.sendEvery)
    if (!/^\d{4}-\d{2}-\d{2}$/.test(startDate)) {
      throw new Refusal("startDate must have the form yyyy-MM-dd")
    }
    if (!sendEvery) {
      throw new Refusal(`sendEvery must be one of ${SEND_EVERY.join(", ")}`)
    }
    if (typeof body.sendOnHour !== "number" || !Number.isInteger(body.sendOnHour)) {
      throw new Refusal("sendOnHour is required and must be an integer")
    }
    const customer = this.subscriber(body)
    const id = this.newId()
    const { period, periodUnit } = FREQUENCIES[sendEvery]
    const subscription: BookedSubscription = {
      id,
      displayId: `S${Number(id).toString(36).toUpperCase()}`,
      description,
      currency,
      amount,
      status: "ACTIVE",
      customerId: customer.id,
      customer,
      startDate,
      endDate: typeof body.endDate === "string" ? body.endDate : undefined,
      sendOnHour: body.sendOnHour,
      sendEvery,
      period,
      periodUnit,
      timestamp: new Date().toISOString(),
      payments: [],
      received: body,
    }
    this.subscriptions.set(id, subscription)
    if (startDate < new Date().toISOString().slice(0, 10)) {
      this.sendLink(id)
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
    const subscription = this.subscription(id)
    const paymentId = this.newId()
    const payment: BookedPayment = {
      id: paymentId,
      displayId: `P${Number(paymentId).toString(36).toUpperCase()}`,
      checkout: null,
      timestamp: new Date().toISOString(),
      cancelled: false,
    }
    subscription.payments.push(payment)
    return payment
  }

  snapshot(): BooksSnapshot {
    return {
      nextId: this.nextId,
      checkouts: this.allCheckouts(),
      subscriptions: this.allSubscriptions(),
      customers: this.customers,
    }
  }

  restore(snapshot: BooksSnapshot): void {
    this.nextId = snapshot.nextId
    snapshot.checkouts.forEach((checkout) => this.book(checkout))
    snapshot.subscriptions.forEach((subscription) => this.subscriptions.set(subscription.id, subscription))
    this.customers.push(...snapshot.customers)
  }

  private book(checkout: BookedCheckout): void {
    this.checkouts.set(checkout.id, checkout)
    this.byRequestId.set(checkout.requestId, checkout)
    this.byOrderId.set(checkout.orderId, [...(this.byOrderId.get(checkout.orderId) ?? []), checkout])
    this.byKey.set(checkout.checkoutKey, checkout)
  }

  private move(checkout: BookedCheckout, status: CheckoutStatus): BookedCheckout {
    checkout.status = status
    checkout.history.push({ status, timestamp: new Date().toISOString() })
    return checkout
  }

  private newId(): string {
    return String(this.nextId++)
  }

  private identifier(body: Body, name: "request" | "order"): string {
    const spellings = { Id: [`${name}Id`], ID: [`${name}ID`], any: [`${name}Id`, `${name}ID`] }[
      this.settings.identifierSpelling
    ]
    const spelling = spellings.find((key) => body[key] !== undefined) ?? spellings[0]
    return requiredText(body, spelling)
  }

  /** "An existing customer with the same phone or email; if none is found, a new customer." */
  private subscriber(body: Body): BookedCustomer {
    if (typeof body.customerId === "string" && body.customer === undefined) {
      const known = this.customers.find((customer) => customer.id === body.customerId)
      if (!known) {
        throw new Refusal(`customerId ${body.customerId} does not exist`)
      }
      return known
    }
    if (!isObject(body.customer)) {
      throw new Refusal("customerId or customer is required")
    }
    const sent = body.customer
    const missing = CUSTOMER_FIELDS.find((field) => typeof sent[field] !== "string" || sent[field] === "")
    if (missing) {
      throw new Refusal(`customer.${missing} is required`)
    }
    const same = this.customers.find(
      (customer) => customer.email === sent.email || (sent.phone !== undefined && customer.phone === sent.phone)
    )
    if (same) {
      return same
    }
    const created = { ...pick(sent, ["firstName", "lastName", "email", "phone"]), id: this.newId() }
    this.customers.push(created)
    return created
  }

  private checkDetails(body: Body): void {
    if (this.settings.requireDetails) {
      const absent = ["customer", "billingAddress", "items"].find((field) => body[field] === undefined)
      if (absent) {
        throw new Refusal(`${absent} is required`)
      }
    }
    requireFields(body.customer, "customer", CUSTOMER_FIELDS)
    requireFields(body.billingAddress, "billingAddress", ADDRESS_FIELDS)
    requireFields(body.deliveryAddress, "deliveryAddress", ADDRESS_FIELDS)
    requireFields(body.totals, "totals", ["subtotal", "tax"])
    if (body.items !== undefined && !Array.isArray(body.items)) {
      throw new Refusal("items must be an array")
    }
    for (const [index, item] of (body.items ?? []).entries()) {
      requireFields(item, `items[${index}]`, ["name", "quantity", "linetotal"])
    }
  }
}
