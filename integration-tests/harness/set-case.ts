import type { AttentionReason } from "../../src/modules/web-checkout/rules/case-reasons"

/**
 * Gives checkouts one open case and no other, as if it had just been opened and nobody told of it.
 *
 * @param checkouts the gateway's ids, as a pattern of LIKE
 * @param reason none for no open case
 */
export async function setCase(
  sql: (text: string, values: unknown[]) => Promise<unknown[]>,
  checkouts: string,
  reason?: AttentionReason,
  { hoursAgo = 0 } = {}
): Promise<void> {
  const rows = "SELECT id FROM webcheckout_checkout WHERE checkout_id LIKE $1"
  await sql(`UPDATE webcheckout_case SET closed_at = now() WHERE closed_at IS NULL AND ledger_id IN (${rows})`, [
    checkouts,
  ])
  if (reason) {
    await sql(
      `INSERT INTO webcheckout_case (id, ledger_id, reason, said, opened_at)
       SELECT 'wcase_' || gen_random_uuid(), id, $2, '{}', now() - $3 * interval '1 hour' FROM (${rows}) AS found`,
      [checkouts, reason, hoursAgo]
    )
  }
}
