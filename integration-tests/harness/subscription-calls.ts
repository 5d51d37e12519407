import { randomUUID } from "node:crypto"
import type { World } from "./world"

export interface ShownSubscription {
  id: string
  status: string
  attention: string | null
  description: string
  amount: number
  subscription_id: string | null
  customer_id: string | null
  failure: string | null
  actions: { action: string; actor_id: string | null }[]
}

export const PATH = "/admin/webcheckout/subscriptions"

/** The body of a request for a monthly subscription. */
export function monthly(changes: Record<string, unknown> = {}) {
  return {
    description: "Coffee, monthly",
    currency_code: "aed",
    amount: 89.95,
    start_date: "2099-01-31",
    send_on_hour: 6,
    send_every: "MONTH",
    customer: { first_name: "Aisha", last_name: "Khan", email: "aisha@shop.example", phone: "+971 50 123 4567" },
    idempotency_key: randomUUID(),
    ...changes,
  }
}

/** The routes of subscriptions, called as an admin. */
export function calls(world: World) {
  const { client } = world.admin
  return {
    create: async (body: Record<string, unknown>) =>
      (await client.fetch<{ subscription: ShownSubscription }>(PATH, { method: "POST", body })).subscription,
    act: async (id: string, action: string, body: Record<string, unknown> = {}) =>
      (await client.fetch<{ subscription: ShownSubscription }>(`${PATH}/${id}/${action}`, { method: "POST", body }))
        .subscription,
    get: async (id: string) => (await client.fetch<{ subscription: ShownSubscription }>(`${PATH}/${id}`)).subscription,
    list: async (query: Record<string, unknown>) =>
      client.fetch<{ subscriptions: ShownSubscription[]; count: number; limit: number; offset: number }>(PATH, {
        query,
      }),
    payments: async (id: string) =>
      client.fetch<{ payments: { checkout: unknown }[]; count: number }>(`${PATH}/${id}/payments`),
    newCustomer: async (changes: Record<string, string> = {}) =>
      (
        await world.admin.admin.customer.create({
          first_name: "Aisha",
          last_name: "Khan",
          email: `${randomUUID()}@shop.example`,
          phone: "+971501234567",
          ...changes,
        })
      ).customer,
  }
}
