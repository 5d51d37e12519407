import type { z } from "zod"
import { InvalidRequestError } from "./errors"
import {
  checkoutIdSchema,
  checkoutRequestSchema,
  checkoutSchema,
  createdCheckoutSchema,
  createdSubscriptionSchema,
  problemsOf,
  subscriptionRequestSchema,
  type Checkout,
  type CheckoutRequest,
  type CreatedCheckout,
  type SubscriptionRequest,
} from "./schemas"
import { Transport, type TransportSettings } from "./transport"

/** The spelling of identifiers in requests: the documentation shows two and does not say which is accepted. */
export type IdentifierSpelling = "Id" | "ID"

export interface GatewayClientSettings extends TransportSettings {
  identifierSpelling: IdentifierSpelling
}

/**
 * The three documented calls of one merchant account (gateway-api.md). Amounts are in the currency's major unit.
 * Every method throws `InvalidRequestError` before a call that breaks a documented rule, and one of errors.ts after
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
      id: digits("checkoutId", checkoutId),
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

/** @throws InvalidRequestError with every problem */
export function validated<Schema extends z.ZodType>(schema: Schema, value: z.input<Schema>): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) {
    throw new InvalidRequestError(problemsOf(parsed.error))
  }
  return parsed.data
}

/** Checks an id before it becomes part of a path. @throws InvalidRequestError unless it is a string of digits */
export function digits(field: string, id: string): string {
  const parsed = checkoutIdSchema.safeParse(id)
  if (!parsed.success) {
    throw new InvalidRequestError(problemsOf(parsed.error, field))
  }
  return parsed.data
}
