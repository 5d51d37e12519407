import { isGivenUp, NO_SUBJECT, retryAfterMs, STANDING_KINDS } from "../tasks"

describe("a task that has failed", () => {
  it.each([
    [1, 30],
    [2, 60],
    [12, 6 * 3600],
    [13, 24 * 3600],
    [40, 24 * 3600],
  ])("%i times is retried after %i s", (attempts, seconds) => {
    expect(retryAfterMs(attempts)).toBe(seconds * 1000)
    expect(isGivenUp(attempts)).toBe(attempts >= 13)
  })
})

it("these kinds are standing: they recur and have no subject", () => {
  expect(NO_SUBJECT).toBe("")
  expect([...STANDING_KINDS]).toEqual([
    "notify_cases",
    "send_daily_mail",
    "notify_expired_links",
    "find_interrupted_refunds",
    "sweep",
    "delete_expired",
    "erase_gone_customers",
  ])
})
