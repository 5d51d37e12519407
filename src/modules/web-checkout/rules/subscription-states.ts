/** The statuses of a subscription. The last four are the gateway's, known only with `extendedApi`. */
export const SUBSCRIPTION_ROW_STATUSES = [
  /** committed before the call; no answer yet */
  "creating",
  /** the gateway has refused it, or was never called */
  "rejected",
  /** the call may have succeeded: it is never repeated automatically; a person decides */
  "unconfirmed",
  /** the gateway has created it; without `extendedApi` nothing more is known */
  "created",
  "active",
  "inactive",
  "archived",
  "expired",
] as const

/** A subscription's status. */
export type SubscriptionRowStatus = (typeof SUBSCRIPTION_ROW_STATUSES)[number]

/** The gateway has the subscription. */
export const EXISTING: readonly SubscriptionRowStatus[] = ["created", "active", "inactive", "archived", "expired"]

/** It is unknown whether the gateway has it: it may be searched for. */
export const UNDECIDED: readonly SubscriptionRowStatus[] = ["creating", "unconfirmed"]

/** The gateway has no such subscription, or has ended it: it sends no links, unless a person sends a rejected one again. */
export const ENDED: readonly SubscriptionRowStatus[] = ["rejected", "archived", "expired"]

/** The gateway sends no link for one of these now. An inactive one may be resumed in its dashboard. */
export const SENDS_NO_LINKS: readonly SubscriptionRowStatus[] = [...ENDED, "inactive"]

/** The statuses from which each change is allowed. The new status comes from the gateway's answer or the failure. */
export const SUBSCRIPTION_TRANSITIONS = {
  /** the create call was answered; the job may have marked it unconfirmed in the meantime */
  created: ["creating", "unconfirmed"],
  /** the lost call had created it: found by a search or a person */
  found: ["unconfirmed"],
  /** the create call was refused or not answered */
  not_created: ["creating"],
  /** a person has decided that the gateway has no such subscription */
  reopened: ["unconfirmed", "rejected"],
  /** the gateway's status has changed */
  answered: EXISTING,
} as const satisfies Record<string, readonly SubscriptionRowStatus[]>

export type SubscriptionTransition = keyof typeof SUBSCRIPTION_TRANSITIONS

/** Actions on a subscription. */
export const SUBSCRIPTION_ACTIONS = [
  "create",
  "send_again",
  "confirm",
  "sync",
  "pause",
  "resume",
  "erase",
  "resolve",
] as const

export type SubscriptionAction = (typeof SUBSCRIPTION_ACTIONS)[number]
