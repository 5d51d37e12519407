import { z } from "zod"
import { digits, GatewayClient } from "./client"
import { InvalidRequestError } from "./errors"
import { toGatewayAmount } from "./money"
import {
  checkoutSchema,
  pageSchema,
  subscriptionPaymentSchema,
  subscriptionSchema,
  type Checkout,
  type Subscription,
  type SubscriptionPayment,
} from "./schemas"

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
      id: digits("checkoutId", checkoutId),
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
      id: digits("checkoutId", checkoutId),
      query: {
        amount: toGatewayAmount(refund.amount, refund.currency),
        currency: refund.currency.toUpperCase(),
        note: refund.note,
      },
      result: checkoutSchema,
    })
  }

  /** GET /subscription?… */
  async findSubscriptions({
    customerEmail,
    ...page
  }: {
    customerEmail: string
    page: number
    size: number
  }): Promise<Page<Subscription>> {
    return this.transport.call({
      operation: "GET /subscription",
      query: { ...page, "customer.email": customerEmail },
      result: pageSchema(subscriptionSchema),
    })
  }

  /** GET /subscription/{id} */
  async getSubscription(subscriptionId: string): Promise<Subscription> {
    return this.transport.call({
      operation: "GET /subscription/{id}",
      id: digits("subscriptionId", subscriptionId),
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
      id: digits("subscriptionId", subscriptionId),
      query: { page: page.page, size: page.size },
      result: pageSchema(subscriptionPaymentSchema),
    })
  }

  /** POST /subscription/{id}/pause: ACTIVE → INACTIVE; …/resume: INACTIVE → ACTIVE. */
  async switchSubscription(subscriptionId: string, action: "pause" | "resume"): Promise<Subscription> {
    return this.transport.call({
      operation: `POST /subscription/{id}/${action}`,
      id: digits("subscriptionId", subscriptionId),
      result: subscriptionSchema,
    })
  }
}
