import type { Client } from "pg"

export const SUBSCRIPTIONS = 100_000
const CUSTOMERS = 20_000

/** A full table, written at once: through the routes it would take an hour. */
export async function fillSubscriptions(client: Client): Promise<{ customerId: string }> {
  await client.query(
    `INSERT INTO webcheckout_subscription
       (id, idempotency_key, environment, account, status, description, currency_code, amount, raw_amount, start_date,
        send_on_hour, send_every, customer_id, first_name, last_name, email, phone, subscription_id, search_text,
        sent_at, created_at)
     SELECT 'wsub_bench' || n, 'bench' || n, 'test', 'default',
       (ARRAY['active','active','active','active','inactive','created','expired','rejected','unconfirmed','archived'])[1 + n % 10],
       'Coffee plan ' || n, 'AED', n % 997 + 0.5, jsonb_build_object('value', (n % 997 + 0.5)::text, 'precision', 20),
       '2099-01-15', n % 24, (ARRAY['DAY','WEEK','TWO_WEEKS','MONTH','TWO_MONTHS','THREE_MONTHS','SIX_MONTHS','YEAR'])[1 + n % 8],
       'cus_bench' || n % $2, 'Person' || n, 'Family' || n % 1000, 'person' || n || '@shop.example', '97150' || 1000000 + n,
       (1000000 + n)::text,
       'Coffee plan ' || n || ' Person' || n || ' Family' || n % 1000 || ' person' || n || '@shop.example 97150' || 1000000 + n,
       now(), now() - n * interval '1 minute'
     FROM generate_series(1, $1::int) AS n`,
    [SUBSCRIPTIONS, CUSTOMERS]
  )
  await client.query("VACUUM ANALYZE webcheckout_subscription")
  return { customerId: "cus_bench4711" }
}
