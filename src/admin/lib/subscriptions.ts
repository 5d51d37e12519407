import type { HttpTypes } from "@medusajs/framework/types"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import type { z } from "zod"
import type { SubscriptionAction } from "../../modules/web-checkout/rules/subscription-states"
import type { SubscriptionRow } from "../../modules/web-checkout/subscription"
import type { subscriptionInputSchema } from "../../modules/web-checkout/subscription-input"
import type { SentLink } from "../../workflows/subscription/list-sent-links"
import { useReloadingMutation } from "./actions"
import { queryOf, sdk, type Json } from "./client"
import { post } from "./refused-request"

/** A subscription as the admin routes return it. */
export type AdminSubscription = Json<Omit<SubscriptionRow, "idempotency_key">> & {
  actions?: { id: string; action: SubscriptionAction; actor_id: string | null; created_at: string }[]
}

export type NewSubscription = z.input<typeof subscriptionInputSchema>

const PATH = "/admin/webcheckout/subscriptions"
const KEY = ["webcheckout", "subscriptions"]
/** In ms: how often the subscription is fetched again while the gateway has not answered the create call. */
const CREATING_POLL_MS = 1000

export function useSubscriptions(query: Record<string, unknown>) {
  return useQuery({
    ...queryOf<{ subscriptions: AdminSubscription[]; count: number }>("subscriptions", query),
    placeholderData: keepPreviousData,
  })
}

export function useSubscription(id: string) {
  return useQuery({
    ...queryOf<{ subscription: AdminSubscription }>(`subscriptions/${id}`),
    select: ({ subscription }) => subscription,
    refetchInterval: ({ state }) => (state.data?.subscription.status === "creating" ? CREATING_POLL_MS : false),
  })
}

export function useSubscriptionPayments(id: string, { limit, offset }: { limit: number; offset: number }) {
  return useQuery({
    ...queryOf<{ payments: SentLink[]; count: number }>(`subscriptions/${id}/payments`, { limit, offset }),
    placeholderData: keepPreviousData,
  })
}

export function useCreateSubscription() {
  return useReloadingMutation((body: NewSubscription) => post<{ subscription: AdminSubscription }>(PATH, body), KEY)
}

/** The actions on a subscription, by the name of their routes. */
export type SubscriptionRoute = "sync" | "pause" | "resume" | "confirm" | "send-again" | "resolve"

export function useSubscriptionAction(id: string) {
  return useReloadingMutation(
    ({ action, ...body }: { action: SubscriptionRoute; subscription_id?: string; note?: string }) =>
      post<{ subscription: AdminSubscription }>(`${PATH}/${id}/${action}`, body),
    KEY
  )
}

export function useCustomers(q: string) {
  return useQuery({
    queryKey: ["webcheckout", "customers", q],
    queryFn: () =>
      sdk.admin.customer.list({ q: q || undefined, limit: 5, fields: "id,first_name,last_name,email,phone" }),
    select: ({ customers }) => customers,
    placeholderData: keepPreviousData,
  })
}

export function useCustomer(id: string | undefined) {
  return useQuery({
    queryKey: ["webcheckout", "customer", id],
    queryFn: () => sdk.admin.customer.retrieve(id ?? "", { fields: "id,first_name,last_name,email,phone" }),
    select: ({ customer }): FoundCustomer => customer,
    enabled: id !== undefined,
  })
}

export type FoundCustomer = Pick<HttpTypes.AdminCustomer, "id" | "first_name" | "last_name" | "email" | "phone">
