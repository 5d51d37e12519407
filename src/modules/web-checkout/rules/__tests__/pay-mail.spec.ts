import { heardAt, remindersAt, triedAgainAt } from "../pay-mail"

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

describe("since when a customer has a link to pay with", () => {
  const at = (hour: number) => new Date(Date.UTC(2027, 0, 1, hour))
  const link = { created_at: at(1) }
  const mail = (outcome: "sent" | "failed" | "unknown" | "dropped" | null, hour: number) => ({
    outcome,
    sent_at: outcome === "sent" || outcome === "unknown" ? at(hour) : null,
    created_at: at(2),
  })

  it.each([
    ["nothing was made", [], [], true, undefined],
    ["a link, and its mail is still to go out", [link], [mail(null, 0)], true, undefined],
    ["a link that could not be sent", [link], [mail("failed", 0)], true, undefined],
    ["a mail that was not needed", [link], [mail("dropped", 0)], true, undefined],
    ["the first of two mails", [link], [mail("sent", 9), mail("sent", 5)], true, at(5)],
    ["one that may have arrived", [link], [mail("unknown", 7)], true, at(7)],
    ["a link of a store without mails", [link], [], false, at(1)],
    ["no link in a store without mails", [], [], false, undefined],
    ["a mail that failed before the store gave up mails", [link], [mail("failed", 0)], false, undefined],
  ] as const)("%s", (_, links, mails, sendsMails, expected) => {
    expect(heardAt(links, mails, { sendsMails })).toEqual(expected)
  })
})
