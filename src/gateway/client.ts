import { z } from "zod"
import { InvalidRequestError } from "./errors"
import { toGatewayAmount } from "./money"
import {
  checkoutIdSchema,
  checkoutRequestSchema,
  checkoutSchema,
  createdCheckoutSchema,
  createdSubscriptionSchema,
  pageSchema,
  problemsOf,
  subscriptionPaymentSchema,
  subscriptionRequestSchema,
  subscriptionSchema,
  type Checkout,
  type CheckoutRequest,
  type CreatedCheckout,
  type Subscription,
  type SubscriptionPayment,
  type SubscriptionRequest,
} from "./schemas"
import { Transport, type TransportSettings } from "./transport"

/** The spelling of identifiers in requests: the documentation shows two and does not say which is accepted. */
export type IdentifierSpelling = "Id" | "ID"

export interface GatewayClientSettings extends TransportSettings {
  identifierSpelling: IdentifierSpelling
}

/** A page of a list; `page` starts at 0. */
export interface Page<Item> {
  page: number
  size: number
  totalPages: number
  totalElements: number
  content: Item[]
}

/** Amount in major units of the checkout's own currency. */
export interface RefundRequest {
  amount: string | number
  currency: string
  note: string
}

/**
 * The three documented calls of one merchant account (gateway-api.md). Amounts are in the currency's major unit.
 * Every method throws `InvalidRequestError` before a call that breaks a documented rule, and a GatewayError after
 * a call that failed.
 */
export class GatewayClient {
  protected readonly transport: Transport

  constructor(private readonly settings: GatewayClientSettings) {
    this.transport = new Transport(settings)
  }

  /** POST /checkout/web. Not idempotent: on an ambiguous error the checkout may exist. */
  async createCheckout(request: CheckoutRequest): Promise<CreatedCheckout> {
    const body = validated(checkoutRequestSchema, request)
    return this.transport.call({
      operation: "POST /checkout/web",
      body: this.spelled(body),
      result: createdCheckoutSchema,
    })
  }

  /** GET /checkout/{checkoutId}, with its current status. */
  async getCheckout(checkoutId: string): Promise<Checkout> {
    return this.transport.call({
      operation: "GET /checkout/{id}",
      id: validated(checkoutIdSchema, checkoutId, "checkoutId"),
      result: checkoutSchema,
    })
  }

  /** POST /subscription. Not idempotent: sent twice, the customer gets two recurring links. */
  async createSubscription(request: SubscriptionRequest): Promise<Record<string, unknown>> {
    return this.transport.call({
      operation: "POST /subscription",
      body: validated(subscriptionRequestSchema, request),
      result: createdSubscriptionSchema,
    })
  }

  /** Waits for running calls and closes the connections. */
  async close(): Promise<void> {
    await this.transport.close()
  }

  private spelled({ requestId, orderId, ...rest }: CheckoutRequest): Record<string, unknown> {
    return this.settings.identifierSpelling === "ID"
      ? { requestID: requestId, orderID: orderId, ...rest }
      : { requestId, orderId, ...rest }
  }
}

/**
 * The documented calls and those of the extended description (gateway-api-extended.md). Used only if the merchant sets
 * `extendedApi: true`.
 */
export class ExtendedGatewayClient extends GatewayClient {
  /** GET /checkout?…: `requestId` finds the checkout of a create call whose answer was lost. */
  async findCheckouts(search: { requestId: string }): Promise<Page<Checkout>> {
    return this.transport.call({ operation: "GET /checkout", query: search, result: pageSchema(checkoutSchema) })
  }

  /** GET /checkout?…. Entries are not parsed, so one invalid entry does not fail the page. */
  async listCheckouts(search: { afterId?: string; page: number; size: number }): Promise<Page<unknown>> {
    return this.transport.call({ operation: "GET /checkout", query: search, result: pageSchema(z.unknown()) })
  }

  /** POST /checkout/{id}/cancel: a pending checkout's page can no longer be paid. */
  async cancelCheckout(checkoutId: string): Promise<Checkout> {
    return this.transport.call({
      operation: "POST /checkout/{id}/cancel",
      id: validated(checkoutIdSchema, checkoutId, "checkoutId"),
      result: checkoutSchema,
    })
  }

  /** POST /checkout/{id}/refund, full or partial. Not idempotent: compare `totalRefunded` before and after. */
  async refundCheckout(checkoutId: string, refund: RefundRequest): Promise<Checkout> {
    if (refund.note.trim() === "") {
      throw new InvalidRequestError([{ field: "note", rule: "must not be empty" }])
    }
    return this.transport.call({
      operation: "POST /checkout/{id}/refund",
      id: validated(checkoutIdSchema, checkoutId, "checkoutId"),
      query: {
        amount: toGatewayAmount(refund.amount, refund.currency),
        currency: refund.currency.toUpperCase(),
        note: refund.note,
      },
      result: checkoutSchema,
    })
  }

  /** GET /subscription?… */
  async findSubscriptions(search: {
    "customer.email": string
    page: number
    size: number
  }): Promise<Page<Subscription>> {
    return this.transport.call({
      operation: "GET /subscription",
      query: search,
      result: pageSchema(subscriptionSchema),
    })
  }

  /** GET /subscription/{id} */
  async getSubscription(subscriptionId: string): Promise<Subscription> {
    return this.transport.call({
      operation: "GET /subscription/{id}",
      id: validated(checkoutIdSchema, subscriptionId, "subscriptionId"),
      result: subscriptionSchema,
    })
  }

  /** GET /subscription/{id}/payment: the payment links sent so far. */
  async listSubscriptionPayments(
    subscriptionId: string,
    page: { page?: number; size?: number } = {}
  ): Promise<Page<SubscriptionPayment>> {
    return this.transport.call({
      operation: "GET /subscription/{id}/payment",
      id: validated(checkoutIdSchema, subscriptionId, "subscriptionId"),
      query: { page: page.page, size: page.size },
      result: pageSchema(subscriptionPaymentSchema),
    })
  }

  /** POST /subscription/{id}/pause: ACTIVE → INACTIVE; …/resume: INACTIVE → ACTIVE. */
  async switchSubscription(subscriptionId: string, action: "pause" | "resume"): Promise<Subscription> {
    return this.transport.call({
      operation: `POST /subscription/{id}/${action}`,
      id: validated(checkoutIdSchema, subscriptionId, "subscriptionId"),
      result: subscriptionSchema,
    })
  }
}

/** @param root names the value in a problem, if it is not an object @throws InvalidRequestError with every problem */
function validated<Schema extends z.ZodType>(schema: Schema, value: z.input<Schema>, root?: string): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) {
    throw new InvalidRequestError(problemsOf(parsed.error, root))
  }
  return parsed.data
}
