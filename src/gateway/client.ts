import { z } from "zod"
import { toGatewayAmount, type DecimalInput } from "./money"
import {
  checkoutRequestSchema,
  checkoutSchema,
  createdCheckoutSchema,
  createdSubscriptionSchema,
  pageSchema,
  validated,
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
import { Transport } from "./transport"

/** A page of a list; `page` starts at 0. */
type Page<Item> = z.output<ReturnType<typeof pageSchema<z.ZodType<Item>>>>

type PageRequest = { page: number; size: number }

/**
 * The three documented calls of one merchant account (gateway-api.md). Amounts are in the currency's major unit.
 * Every method throws `InvalidRequestError` before a call that breaks a documented rule, and a GatewayError after
 * a call that failed.
 */
export class GatewayClient extends Transport {
  /** POST /checkout/web. Not idempotent: on an ambiguous error the checkout may exist. */
  async createCheckout(request: CheckoutRequest): Promise<CreatedCheckout> {
    const { requestId, orderId, ...rest } = validated(checkoutRequestSchema, request)
    const inCapitals = this.settings.identifierSpelling === "ID"
    // One spread each: an object that is made of two takes JSON.stringify three times as long.
    const body = inCapitals ? { requestID: requestId, orderID: orderId, ...rest } : { requestId, orderId, ...rest }
    return this.call("POST /checkout/web", createdCheckoutSchema, { body })
  }

  /** GET /checkout/{checkoutId}, with its current status. */
  async getCheckout(checkoutId: string): Promise<Checkout> {
    return this.call("GET /checkout/{id}", checkoutSchema, { checkoutId })
  }

  /** POST /subscription. Not idempotent: sent twice, the customer gets two recurring links. */
  async createSubscription(request: SubscriptionRequest): Promise<Record<string, unknown>> {
    const body = validated(subscriptionRequestSchema, request)
    return this.call("POST /subscription", createdSubscriptionSchema, { body })
  }
}

/**
 * The documented calls and those of the extended description (gateway-api-extended.md). Used only if the merchant sets
 * `extendedApi: true`.
 */
export class ExtendedGatewayClient extends GatewayClient {
  /** GET /checkout?…: `requestId` finds the checkout of a create call whose answer was lost. */
  async findCheckouts(query: { requestId: string }): Promise<Page<Checkout>> {
    return this.call("GET /checkout", pageSchema(checkoutSchema), { query })
  }

  /** GET /checkout?…. Entries are not parsed, so one invalid entry does not fail the page. */
  async listCheckouts({ afterId, ...page }: { afterId?: string } & PageRequest): Promise<Page<unknown>> {
    const after: Record<string, string> = afterId === undefined ? {} : { afterId }
    return this.call("GET /checkout", pageSchema(z.unknown()), { query: { ...after, ...page } })
  }

  /** POST /checkout/{id}/cancel: a pending checkout's page can no longer be paid. */
  async cancelCheckout(checkoutId: string): Promise<Checkout> {
    return this.call("POST /checkout/{id}/cancel", checkoutSchema, { checkoutId })
  }

  /** POST /checkout/{id}/refund, full or partial, in major units of the checkout's own currency. `note` is shown beside it in the dashboard. Not idempotent: compare `totalRefunded` before and after. */
  async refundCheckout(checkoutId: string, amount: DecimalInput, currency: string, note: string): Promise<Checkout> {
    const query = { amount: toGatewayAmount(amount, currency), currency: currency.toUpperCase(), note }
    return this.call("POST /checkout/{id}/refund", checkoutSchema, { checkoutId, query })
  }

  /** GET /subscription?… */
  async findSubscriptions(query: { "customer.email": string } & PageRequest): Promise<Page<Subscription>> {
    return this.call("GET /subscription", pageSchema(subscriptionSchema), { query })
  }

  /** GET /subscription/{id} */
  async getSubscription(subscriptionId: string): Promise<Subscription> {
    return this.call("GET /subscription/{id}", subscriptionSchema, { subscriptionId })
  }

  /** GET /subscription/{id}/payment: the payment links sent so far. */
  async listSubscriptionPayments(subscriptionId: string, query: PageRequest): Promise<Page<SubscriptionPayment>> {
    return this.call("GET /subscription/{id}/payment", pageSchema(subscriptionPaymentSchema), { subscriptionId, query })
  }

  /** POST /subscription/{id}/pause: ACTIVE → INACTIVE; …/resume: INACTIVE → ACTIVE. */
  async switchSubscription(subscriptionId: string, action: "pause" | "resume"): Promise<Subscription> {
    return this.call(`POST /subscription/{id}/${action}`, subscriptionSchema, { subscriptionId })
  }
}
