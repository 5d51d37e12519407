import {
  EXISTING,
  SENDS_NO_LINKS,
  SUBSCRIPTION_ROW_STATUSES,
  SUBSCRIPTION_TRANSITIONS,
  UNDECIDED,
  type SubscriptionRowStatus,
} from "../subscription-states"

/** exists at the gateway, not decided, over; and what may happen to it. */
const TABLE: Record<SubscriptionRowStatus, [boolean, boolean, boolean, string[]]> = {
  creating: [false, true, false, ["created", "not_created"]],
  rejected: [false, false, true, ["reopened"]],
  unconfirmed: [false, true, false, ["created", "found", "reopened"]],
  created: [true, false, false, ["answered"]],
  active: [true, false, false, ["answered"]],
  inactive: [true, false, true, ["answered"]],
  archived: [true, false, true, ["answered"]],
  expired: [true, false, true, ["answered"]],
}

describe("a subscription that is", () => {
  it.each(SUBSCRIPTION_ROW_STATUSES)("%s", (status) => {
    const allowed = Object.entries(SUBSCRIPTION_TRANSITIONS)
      .filter(([, from]: [string, readonly SubscriptionRowStatus[]]) => from.includes(status))
      .map(([name]) => name)
    expect([EXISTING.includes(status), UNDECIDED.includes(status), SENDS_NO_LINKS.includes(status), allowed]).toEqual(
      TABLE[status]
    )
  })
})
