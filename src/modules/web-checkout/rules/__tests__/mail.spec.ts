import { heardAt, isPlanned, nextReminderAt, triedAgainAt } from "../mail"

const SENT = new Date("2026-11-01T10:00:00Z")
const day = (days: number) => new Date(SENT.getTime() + days * 86_400_000)

describe("a pay link's mails", () => {
  it.each([
    { days: [], queued: 0, now: day(9), is: null },
    { days: [3, 7], queued: 0, now: day(0), is: day(3) },
    { days: [3, 7], queued: 0, now: day(3), is: day(7) },
    { days: [3, 7], queued: 1, now: day(2), is: day(7) },
    { days: [3, 7], queued: 1, now: day(4), is: day(7) },
    { days: [3, 7], queued: 0, now: day(30), is: null },
    { days: [3, 7], queued: 2, now: day(4), is: null },
  ])("after $queued reminders of $days, the next at $now is $is", ({ days, queued, now, is }) => {
    expect(nextReminderAt(SENT, days, queued, now)).toEqual(is)
  })

  it.each([
    { kind: "reminder", outcome: null, attempts: 0, is: true },
    { kind: "reminder", outcome: null, attempts: 1, is: false },
    { kind: "reminder", outcome: "dropped", attempts: 0, is: false },
    { kind: "sent", outcome: null, attempts: 0, is: false },
  ] as const)("a $kind with $attempts attempts and the outcome $outcome is planned: $is", ({ is, ...mail }) => {
    expect(isPlanned(mail)).toBe(is)
  })

  it("to the shop are tried three times", () => {
    expect([1, 2, 3].map((attempts) => triedAgainAt({ kind: "case", attempts }, SENT))).toEqual([
      new Date("2026-11-01T10:05:00Z"),
      new Date("2026-11-01T11:00:00Z"),
      undefined,
    ])
  })

  it("to customers are tried six times, over two days and a half", () => {
    expect([1, 2, 5, 6].map((attempts) => triedAgainAt({ kind: "sent", attempts }, SENT))).toEqual([
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
