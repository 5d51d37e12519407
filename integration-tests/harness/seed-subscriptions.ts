import { DateTime } from "luxon"
import type { World } from "./world"

const SUBSCRIPTIONS = [
  { description: "Coffee of the month", amount: 59, send_every: "MONTH", name: ["Aisha", "Rahman"] },
  { description: "Beans for the office", amount: 240, send_every: "TWO_WEEKS", name: ["Omar", "Haddad"] },
  { description: "Yearly service of the machine", amount: 480.5, send_every: "YEAR", name: ["Lina", "Farouk"] },
] as const

/** Some subscriptions of people who have not bought here yet. */
export async function seedSubscriptions(world: World): Promise<void> {
  const start = DateTime.utc().plus({ days: 7 }).toISODate()
  for (const { name, ...subscription } of SUBSCRIPTIONS) {
    const [first_name, last_name] = name
    await world.admin.client.fetch("/admin/webcheckout/subscriptions", {
      method: "POST",
      body: {
        ...subscription,
        currency_code: "aed",
        start_date: start,
        send_on_hour: 9,
        // The demo may be filled again: the same ones are not made twice.
        idempotency_key: `demo-${subscription.send_every}`,
        customer: { first_name, last_name, email: `${first_name.toLowerCase()}@shop.example` },
      },
    })
  }
}
