/** The statuses of a subscription. The last four are the gateway's, known only with `extendedApi`. */
export const SUBSCRIPTION_ROW_STATUSES = [
  /** the row was committed before the create call; no answer yet */
  "creating",
  /** the gateway has refused it, or was never called */
  "rejected",
  /** the create call may have succeeded: the plugin never repeats it. A search (with `extendedApi`) or a person finds out */
  "unconfirmed",
  /** the gateway has created it; without `extendedApi` nothing more is known */
  "created",
  "active",
  "inactive",
  "archived",
  "expired",
] as const

export type SubscriptionRowStatus = (typeof SUBSCRIPTION_ROW_STATUSES)[number]

/** The gateway has the subscription. */
export const EXISTING: readonly SubscriptionRowStatus[] = ["created", "active", "inactive", "archived", "expired"]

/** It is unknown whether the gateway has the subscription. With `extendedApi` the gateway can be searched. */
export const UNDECIDED: readonly SubscriptionRowStatus[] = ["creating", "unconfirmed"]

/** The gateway never created the subscription, or has ended it, so it sends no links. A person can send a rejected one again. */
export const ENDED: readonly SubscriptionRowStatus[] = ["rejected", "archived", "expired"]

/** The gateway sends no links in these statuses. An inactive subscription can be resumed, in the admin (with `extendedApi`) or in the gateway's dashboard. */
export const SENDS_NO_LINKS: readonly SubscriptionRowStatus[] = [...ENDED, "inactive"]

/** Each change, and the statuses from which it is allowed. services/subscriptions.ts sets the new status. */
export const SUBSCRIPTION_TRANSITIONS = {
  /** the create call succeeded; the job may have marked the row unconfirmed in the meantime */
  created: ["creating", "unconfirmed"],
  /** the create call whose answer was lost did create it: a search or a person has found it */
  found: ["unconfirmed"],
  /** the create call failed: refused, not sent, or its outcome is unknown */
  not_created: ["creating"],
  /** a person sends the create call again, because the gateway does not have the subscription */
  reopened: ["unconfirmed", "rejected"],
  /** the gateway has answered about an existing subscription; its status may be unchanged */
  answered: EXISTING,
} as const satisfies Record<string, readonly SubscriptionRowStatus[]>

export type SubscriptionTransition = keyof typeof SUBSCRIPTION_TRANSITIONS

/** Actions of a person or the plugin on a subscription, as the history records them. */
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
