import type { WebcheckoutMail } from "../models/mail"
import type { RowOf } from "../table"
import { DAY_MS } from "./check-times"
/** Mails to an order's customer, with the address of a pay link. */
export const PAY_MAIL_KINDS = [
  /** a person, or an order that is paid later, sends the link */
  "sent",
  /** the link was sent, and is not paid */
  "reminder",
] as const

/** Mails to the addresses in the plugin's options. */
export const SHOP_MAIL_KINDS = [
  /** a payment has a case */
  "case",
  /** a subscription needs a person */
  "subscription",
  /** the daily mail: what is still open */
  "digest",
] as const

export const MAIL_KINDS = [...PAY_MAIL_KINDS, ...SHOP_MAIL_KINDS] as const

export type PayMailKind = (typeof PAY_MAIL_KINDS)[number]
export type MailKind = (typeof MAIL_KINDS)[number]

export const MAIL_OUTCOMES = [
  "sent",
  /** no provider accepted it in any attempt, or there is no address */
  "failed",
  /** it may have been sent; it is not sent again, so that nobody gets it twice */
  "unknown",
  /** no longer needed: the link is paid or ended, the order is cancelled, the case is closed, or the daily mail has nothing to report */
  "dropped",
] as const

export type MailOutcome = (typeof MAIL_OUTCOMES)[number]

/** A mail as it is stored. */
export type Mail = RowOf<typeof WebcheckoutMail>

/** A reminder that was not tried yet. Its date may have passed: then it waits for the payment service's answer. */
export function isPlanned({ kind, outcome, attempts }: Pick<Mail, "kind" | "outcome" | "attempts">): boolean {
  return kind === "reminder" && outcome === null && attempts === 0
}

/** The most mails of one pay link, whether a person or the plugin queued them; planned and dropped ones count. */
export const MOST_OF_LINK = 20

const minutes = (...pauses: number[]) => pauses.map((pause) => pause * 60_000)
const TO_CUSTOMER = minutes(5, 60, 360, 1440, 1440)
const TO_SHOP = minutes(5, 60)

/**
 * Pauses between the attempts to send a mail that the provider refuses; after the last one it has failed. The docs state the totals:
 * docs/pay-links.md, docs/payments-and-cases.md.
 */
const PAUSES_MS: Record<MailKind, number[]> = {
  sent: TO_CUSTOMER,
  reminder: TO_CUSTOMER,
  case: TO_SHOP,
  subscription: TO_SHOP,
  digest: TO_SHOP,
}

/** An attempt without a result after this time has an unknown outcome: the mail may have been sent. */
export const LONGEST_TRY_MS = 15 * 60_000

/** @returns undefined after the last attempt */
export function triedAgainAt({ kind, attempts }: Pick<Mail, "kind" | "attempts">, now = new Date()): Date | undefined {
  const pauseMs = PAUSES_MS[kind][attempts - 1]
  return pauseMs === undefined ? undefined : new Date(now.getTime() + pauseMs)
}

/**
 * When the next reminder of a link is due. Dates that have passed are skipped.
 *
 * @param days days after `firstSent`, ascending
 * @param done the number of reminders that were sent or skipped
 * @returns null after the last
 */
export function nextReminderAt(firstSent: Date, days: readonly number[], done: number, now = new Date()): Date | null {
  const moments = days.map((day) => new Date(firstSent.getTime() + day * DAY_MS))
  const overdue = moments.filter((moment) => moment <= now).length
  return moments[Math.max(done, overdue)] ?? null
}

/** The mail from which a link's reminders are counted: the first one sent or, if a reminder was dropped, the first one sent after that. */
export function remindedFrom<Known extends Pick<Mail, "kind" | "outcome" | "send_at">>(
  mails: readonly Known[]
): Known | undefined {
  const dropped = mails.filter(({ kind, outcome }) => kind === "reminder" && outcome === "dropped")
  const since = Math.max(0, ...dropped.map(({ send_at }) => new Date(send_at).getTime()))
  return mails
    .filter(({ kind, outcome }) => kind === "sent" && (outcome === "sent" || outcome === "unknown"))
    .filter(({ send_at }) => new Date(send_at).getTime() >= since)
    .sort((a, b) => new Date(a.send_at).getTime() - new Date(b.send_at).getTime())[0]
}

/**
 * Since when an order's customer has a pay link: the time of the first mail sent or, in a store that sends no mails, of the first link,
 * which the shop passes on. Undefined while the customer is not known to have one.
 */
export function heardAt(
  links: readonly { created_at: Date }[],
  mails: readonly Pick<Mail, "outcome" | "sent_at" | "created_at">[],
  { sendsMails }: { sendsMails: boolean }
): Date | undefined {
  const went = mails.filter(({ outcome }) => outcome === "sent" || outcome === "unknown")
  const isByHand = !sendsMails && mails.length === 0
  const times = isByHand ? links.map((one) => one.created_at) : went.map((one) => one.sent_at ?? one.created_at)
  return times.map((time) => new Date(time)).sort((a, b) => a.getTime() - b.getTime())[0]
}
