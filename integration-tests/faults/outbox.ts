import type { Mailbox } from "../harness/mailbox"
import type { World } from "../harness/world"

/** Whom the shop's mails go to. */
export const SHOP_EMAIL = "owner@shop.example"

/** What became of the bells, the mails and the tasks. */
export interface OutboxVerdict {
  /** Mails to the shop that were queued. */
  queued: number
  arrived: number
  /** Of these nobody knows whether they arrived. */
  unknown: number
  /** Mails that arrived once more, and bells that rang once more. */
  twice: number
  /** Mails that count as sent and did not arrive, were given up, or are still to be sent; cases, and mails of unknown fate, that nobody was told of. */
  lost: number
  /** Tasks that are due and were not done. */
  tasks: number
}

/** Something that people are to be told: the customer of a subscription was deleted. */
export async function openSubscriptionCase(world: World, name: string): Promise<void> {
  await world.sql(
    `INSERT INTO webcheckout_subscription (id, idempotency_key, environment, account, status, description, currency_code, amount,
       raw_amount, start_date, send_on_hour, send_every, search_text, attention, attention_at)
     SELECT $1, $1, environment, account, 'active', 'Coffee', 'AED', 12, '{"value":"12"}', '2099-01-15', 6, 'MONTH', '',
       'customer_deleted', now() FROM webcheckout_checkout LIMIT 1`,
    [`wsub_${name}`]
  )
}

interface Queued {
  kind: string
  subject_id: string
  queued: number
  sent: number
  unknown: number
  open: number
}

export async function judgeOutbox(world: World, mailbox: Mailbox): Promise<OutboxVerdict> {
  const rows = await world.sql<Queued>(
    `SELECT kind, subject_id, count(*)::int AS queued, (count(*) FILTER (WHERE outcome = 'sent'))::int AS sent,
       (count(*) FILTER (WHERE outcome = 'unknown'))::int AS unknown, (count(*) FILTER (WHERE outcome IS NULL OR outcome = 'failed'))::int AS open
     FROM webcheckout_mail WHERE "to" IS NOT NULL GROUP BY kind, subject_id`
  )
  const verdict: OutboxVerdict = { queued: 0, arrived: 0, unknown: 0, twice: 0, lost: 0, tasks: 0 }
  for (const row of rows) {
    const arrived = mailbox.mails.filter(({ raw }) => isAbout(raw, row)).length
    verdict.queued += row.queued
    verdict.arrived += arrived
    verdict.unknown += row.unknown
    verdict.twice += Math.max(0, arrived - row.sent - row.unknown)
    verdict.lost += Math.max(0, row.sent - arrived) + row.open
  }
  verdict.twice += await countOf(
    world,
    `SELECT resource_id FROM notification WHERE channel = 'feed' AND resource_type = 'webcheckout_subscription'
     GROUP BY resource_id HAVING count(*) > 1`
  )
  verdict.lost += await countOf(
    world,
    `SELECT id FROM webcheckout_subscription s WHERE attention IS NOT NULL AND (told_at IS NULL
       OR NOT EXISTS (SELECT 1 FROM notification n WHERE n.channel = 'feed' AND n.resource_id = s.id)
       OR NOT EXISTS (SELECT 1 FROM webcheckout_mail m WHERE m.subject_id = s.id))
     UNION ALL SELECT id FROM webcheckout_case WHERE closed_at IS NULL AND told_at IS NULL`
  )
  const toldUnknown = await countOf(
    world,
    "SELECT id FROM notification WHERE channel = 'feed' AND trigger_type = 'webcheckout.mail.unknown'"
  )
  verdict.lost += Math.max(0, verdict.unknown - toldUnknown)
  verdict.tasks = await countOf(
    world,
    "SELECT id FROM webcheckout_task WHERE subject_id <> '' AND due_at <= now() - interval '5 seconds'"
  )
  return verdict
}

/** Each mail names its page in the admin; the daily mail that of the list. */
function isAbout(raw: string, { kind, subject_id }: Queued): boolean {
  const isDigest = raw.includes("view=needs_you")
  return kind === "digest" ? isDigest : !isDigest && raw.includes(`/${subject_id}`)
}

async function countOf(world: World, query: string): Promise<number> {
  return (await world.sql(query)).length
}
