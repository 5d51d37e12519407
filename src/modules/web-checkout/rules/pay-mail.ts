/** Why a mail with a pay link's address goes out: a person, or an order that is paid later, sends it; or it was not paid. */
export const PAY_MAIL_KINDS = ["sent", "reminder"] as const

export type PayMailKind = (typeof PAY_MAIL_KINDS)[number]

export const PAY_MAIL_OUTCOMES = [
  "sent",
  /** no provider took it, however often it was tried; or there is no address */
  "failed",
  /** it may have gone out: nobody knows, and it is not sent twice */
  "unknown",
  /** the link could not be paid with any more */
  "dropped",
] as const

export type PayMailOutcome = (typeof PAY_MAIL_OUTCOMES)[number]

/** A mail with a pay link's address, as it is stored. */
export interface PayMail {
  id: string
  pay_link_id: string
  number: number
  kind: PayMailKind
  attempts: number
  trying_since: Date | null
  outcome: PayMailOutcome | null
  /** Of one that may have gone out, when that was tried. */
  sent_at: Date | null
  /** An admin user's id, or the plugin. */
  created_by: string
  created_at: Date
}

/** More than anybody sends about one link, by hand and by itself. */
export const MOST_MAILS = 20

/** When a mail that could not be sent is tried again, after the try before it. */
const PAUSES_MS = [5, 60, 360, 1440, 1440].map((minutes) => minutes * 60_000)

/** A try that is under way for longer is over: its process has died, or nobody will ever know. */
export const LONGEST_TRY_MS = 15 * 60_000

const DAY_MS = 86_400_000

/** When a mail is tried again that could not be sent so often; undefined when it is given up. */
export function triedAgainAt(attempts: number, now = new Date()): Date | undefined {
  const pauseMs = PAUSES_MS[attempts - 1]
  return pauseMs === undefined ? undefined : new Date(now.getTime() + pauseMs)
}

/** A reminder that may be sent, and when the next one is due. */
export interface Reminders {
  /** How many are done with this one: of several that are overdue only the last is sent. */
  done: number
  /** Null after the last. */
  next_at: Date | null
}

/**
 * When the reminders of a link are due that was first sent at a moment.
 *
 * @param days after that moment, ascending
 * @param done how many are done
 */
export function remindersAt(firstSent: Date, days: readonly number[], done: number, now = new Date()): Reminders {
  const moments = days.map((day) => new Date(firstSent.getTime() + day * DAY_MS))
  const due = moments.filter((moment) => moment <= now).length
  const reached = Math.max(done, due)
  return { done: reached, next_at: moments[reached] ?? null }
}

/**
 * Since when an order's customer has a link to pay with: the first mail that went out, or, in a store that sends no mails, the first
 * link, which the shop hands on by itself. Undefined while nobody is known to have one.
 */
export function heardAt(
  links: readonly { created_at: Date }[],
  mails: readonly Pick<PayMail, "outcome" | "sent_at" | "created_at">[],
  { sendsMails }: { sendsMails: boolean }
): Date | undefined {
  const went = mails.filter(({ outcome }) => outcome === "sent" || outcome === "unknown")
  const byHand = sendsMails || mails.length > 0 ? [] : links
  const times = [
    ...went.map(({ sent_at, created_at }) => sent_at ?? created_at),
    ...byHand.map((one) => one.created_at),
  ]
  return times.map((time) => new Date(time)).sort((a, b) => a.getTime() - b.getTime())[0]
}
