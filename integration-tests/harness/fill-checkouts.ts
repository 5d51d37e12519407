import type { Client } from "pg"

/**
 * A full ledger, written at once: through the routes it would take days. Nine in ten settled, one in a thousand due and one in a thousand to be
 * looked at again, one in five thousand a case, one in fifty of another account and one in twenty in another currency.
 */
export async function fillCheckouts(
  client: Pick<Client, "query">,
  { count, secondsApart }: { count: number; secondsApart: number }
): Promise<void> {
  await client.query(
    `INSERT INTO webcheckout_checkout
       (id, request_id, payment_session_id, payment_collection_id, provider_id, cart_id, order_id, order_reference, gateway_order_id,
        environment, account, checkout_id, display_id, amount, raw_amount, currency_code, status, gateway_status,
        gateway_amount, paid_at, medusa_captured, medusa_refunded, attention, attention_at, last_checked_at,
        next_check_at, watch_at, settled_at, agreed_at, created_at, updated_at)
     SELECT 'wchk_bench' || n, 'payses_bench' || n, 'payses_bench' || n, 'pay_col_bench' || n, 'pp_webcheckout_default',
       'cart_bench' || n, CASE WHEN is_paid THEN 'order_bench' || n END, 'BENCH-' || n, 'BENCH-' || n,
       CASE WHEN n % 1000 < 2 THEN 'live' ELSE 'test' END, CASE WHEN n % 50 = 3 THEN 'second' ELSE 'default' END,
       n::text, 'W' || n, amount, jsonb_build_object('value', amount::text, 'precision', 20),
       CASE WHEN n % 20 = 3 THEN 'USD' ELSE 'AED' END,
       CASE WHEN is_paid THEN 'settled' ELSE 'closed' END,
       CASE WHEN is_paid THEN 'PAID' ELSE (ARRAY['EXPIRED', 'FAILED', 'CANCELLED'])[1 + n / 10 % 3] END,
       amount, CASE WHEN is_paid THEN at END, CASE WHEN is_paid THEN amount END, CASE WHEN is_paid THEN 0 END,
       CASE WHEN n % 5000 = 7 THEN 'paid_twice' END, CASE WHEN n % 5000 = 7 THEN at END, at,
       CASE WHEN n % 1000 = 0 THEN now() - interval '1 minute' END,
       CASE WHEN n % 1000 = 1 THEN now() - interval '1 minute' WHEN is_paid THEN now() + interval '1 day' END,
       CASE WHEN is_paid THEN at END, CASE WHEN is_paid THEN at END, at, at
     FROM (
       SELECT n, n % 10 > 0 AS is_paid, n % 997 + 0.5 AS amount, now() - n * $2 * interval '1 second' AS at
       FROM generate_series(1, $1::int) AS n
     ) AS row`,
    [count, secondsApart]
  )
  await client.query("VACUUM ANALYZE webcheckout_checkout")
}
