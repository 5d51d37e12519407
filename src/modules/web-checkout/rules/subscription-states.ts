/** Where a subscription stands. The last four are the gateway's own words, which only `extendedApi` shows. */
export const SUBSCRIPTION_ROW_STATUSES = [
  /** committed before the call; the call has not answered */
  "creating",
  /** the gateway has not created it, and said so or was never asked */
  "rejected",
  /** the call may have happened: never sent again by itself; a person decides */
  "unconfirmed",
  /** the gateway has created it; more is not known without `extendedApi` */
  "created",
  "active",
  "inactive",
  "archived",
  "expired",
] as const

/** A subscription's status. */
export type SubscriptionRowStatus = (typeof SUBSCRIPTION_ROW_STATUSES)[number]

/** The gateway has it. */
export const EXISTING: readonly SubscriptionRowStatus[] = ["created", "active", "inactive", "archived", "expired"]

/** Nobody knows yet whether the gateway has it: it may be searched for. */
export const UNDECIDED: readonly SubscriptionRowStatus[] = ["creating", "unconfirmed"]

/** The gateway can no longer send a link for one of these. */
export const OVER: readonly SubscriptionRowStatus[] = ["rejected", "inactive", "archived", "expired"]

/** From which statuses each change is allowed; where it leads is what the gateway, or the failure, says. */
export const SUBSCRIPTION_TRANSITIONS = {
  /** the create call has answered; the job may have called it unconfirmed meanwhile */
  created: ["creating", "unconfirmed"],
  /** the lost call did create it: found by a search, or by a person */
  found: ["unconfirmed"],
  /** the create call was refused, or had no answer */
  not_created: ["creating"],
  /** a person has decided that the gateway has no such subscription */
  reopened: ["unconfirmed", "rejected"],
  /** the gateway's status has changed */
  answered: EXISTING,
} as const satisfies Record<string, readonly SubscriptionRowStatus[]>

export type SubscriptionTransition = keyof typeof SUBSCRIPTION_TRANSITIONS

/** What was done about a subscription. */
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
