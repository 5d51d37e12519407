import {
  ENDED,
  EXISTING,
  SENDS_NO_LINKS,
  SUBSCRIPTION_ROW_STATUSES,
  SUBSCRIPTION_TRANSITIONS,
  UNDECIDED,
  type SubscriptionRowStatus,
} from "../subscription-states"

/** exists at the gateway; undecided; ended; sends no links; the allowed changes */
const TABLE: Record<SubscriptionRowStatus, [boolean, boolean, boolean, boolean, string[]]> = {
  creating: [false, true, false, false, ["created", "not_created"]],
  rejected: [false, false, true, true, ["reopened"]],
  unconfirmed: [false, true, false, false, ["created", "found", "reopened"]],
  created: [true, false, false, false, ["answered"]],
  active: [true, false, false, false, ["answered"]],
  inactive: [true, false, false, true, ["answered"]],
  archived: [true, false, true, true, ["answered"]],
  expired: [true, false, true, true, ["answered"]],
}

describe("a subscription that is", () => {
  it.each(SUBSCRIPTION_ROW_STATUSES)("%s", (status) => {
    const allowed = Object.entries(SUBSCRIPTION_TRANSITIONS)
      .filter(([, from]: [string, readonly SubscriptionRowStatus[]]) => from.includes(status))
      .map(([name]) => name)
    const lists = [EXISTING, UNDECIDED, ENDED, SENDS_NO_LINKS].map((list) => list.includes(status))
    expect([...lists, allowed]).toEqual(TABLE[status])
  })
})
