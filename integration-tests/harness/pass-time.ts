type Sql = (text: string, values?: unknown[]) => Promise<unknown[]>

/** Lets so many hours pass for a checkout's row, as far as its own times go, and for its refunds. */
export async function passHours(sql: Sql, checkout: { id: string }, hours: number): Promise<void> {
  const times = [
    "created_at",
    "last_checked_at",
    "next_check_at",
    "follow_after",
    "settled_at",
    "agreed_at",
    "watch_at",
    "ended_at",
    "doubted_at",
  ]
  await sql(
    `UPDATE webcheckout_checkout SET ${times.map((time) => `${time} = ${time} - $1 * interval '1 hour'`).join(", ")}
     WHERE checkout_id = $2`,
    [hours, checkout.id]
  )
  await sql(
    `UPDATE refund SET created_at = created_at - $1 * interval '1 hour'
     WHERE payment_id IN (SELECT id FROM payment WHERE data->>'checkout_id' = $2)`,
    [hours, checkout.id]
  )
  // No row ever begins at another time: nothing would tell that its sums are wrong now.
  await sql("DELETE FROM webcheckout_total")
}

/** Lets so many days pass for what waits to be paid and to be mailed; of one order, or of all. */
export async function passDays(sql: Sql, days: number, order?: { id: string }): Promise<void> {
  const shift = (...times: string[]) => times.map((time) => `${time} = ${time} - $1 * interval '1 day'`).join(", ")
  const ofOrder = "($2::text IS NULL OR order_id = $2)"
  const values = [days, order?.id ?? null]
  await sql(`UPDATE "order" SET ${shift("created_at")} WHERE $2::text IS NULL OR id = $2`, values)
  await sql(
    `UPDATE webcheckout_task SET ${shift("due_at")},
       data = data || jsonb_build_object('noted_at', (data->>'noted_at')::timestamptz - $1 * interval '1 day')
     WHERE kind = 'process_unpaid_order' AND ($2::text IS NULL OR data->>'order_id' = $2)`,
    values
  )
  await sql(`UPDATE webcheckout_pay_link SET ${shift("created_at", "expires_at")} WHERE ${ofOrder}`, values)
  await sql(
    `UPDATE webcheckout_mail SET ${shift("created_at", "send_at", "sent_at")}
     WHERE subject_id IN (SELECT id FROM webcheckout_pay_link WHERE ${ofOrder})`,
    values
  )
  await sql(`UPDATE webcheckout_task SET ${shift("due_at")} WHERE subject_id = ''`, [days])
  await sql(
    `UPDATE webcheckout_task SET ${shift("due_at")} WHERE kind IN ('send_mail', 'send_reminder') AND subject_id IN
       (SELECT id FROM webcheckout_mail WHERE subject_id IN (SELECT id FROM webcheckout_pay_link WHERE ${ofOrder}))`,
    values
  )
}
