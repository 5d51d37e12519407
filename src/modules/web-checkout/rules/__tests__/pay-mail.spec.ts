import { remindersAt, triedAgainAt } from "../pay-mail"

const SENT = new Date("2026-11-01T10:00:00Z")
const day = (days: number) => new Date(SENT.getTime() + days * 86_400_000)

describe("a pay link's mails", () => {
  it.each([
    { days: [], done: 0, now: day(9), is: { done: 0, next_at: null } },
    { days: [3, 7], done: 0, now: day(0), is: { done: 0, next_at: day(3) } },
    { days: [3, 7], done: 0, now: day(3), is: { done: 1, next_at: day(7) } },
    { days: [3, 7], done: 1, now: day(4), is: { done: 1, next_at: day(7) } },
    { days: [3, 7], done: 0, now: day(30), is: { done: 2, next_at: null } },
    { days: [3, 7], done: 2, now: day(30), is: { done: 2, next_at: null } },
  ])("of $days, $done done, at $now: $is", ({ days, done, now, is }) => {
    expect(remindersAt(SENT, days, done, now)).toEqual(is)
  })

  it("are tried six times, over two days and a half", () => {
    expect([1, 2, 5, 6].map((attempts) => triedAgainAt(attempts, SENT))).toEqual([
      new Date("2026-11-01T10:05:00Z"),
      new Date("2026-11-01T11:00:00Z"),
      new Date("2026-11-02T10:00:00Z"),
      undefined,
    ])
  })
})
