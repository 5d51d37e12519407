import { heardAt, isPlanned, nextReminderAt, remindedFrom, triedAgainAt } from "../mail"

const SENT = new Date("2026-11-01T10:00:00Z")
const day = (days: number) => new Date(SENT.getTime() + days * 86_400_000)

describe("a pay link's mails", () => {
  it.each([
    { days: [], done: 0, now: day(9), is: null },
    { days: [3, 7], done: 0, now: day(0), is: day(3) },
    { days: [3, 7], done: 0, now: day(3), is: day(7) },
    { days: [3, 7], done: 1, now: day(2), is: day(7) },
    { days: [3, 7], done: 1, now: day(4), is: day(7) },
    { days: [3, 7], done: 0, now: day(30), is: null },
    { days: [3, 7], done: 2, now: day(4), is: null },
  ])("after $done reminders of $days, the next at $now is $is", ({ days, done, now, is }) => {
    expect(nextReminderAt(SENT, days, done, now)).toEqual(is)
  })

  it.each([
    { kind: "reminder", outcome: null, attempts: 0, is: true },
    { kind: "reminder", outcome: null, attempts: 1, is: false },
    { kind: "reminder", outcome: "dropped", attempts: 0, is: false },
    { kind: "sent", outcome: null, attempts: 0, is: false },
  ] as const)("a $kind with $attempts attempts and the outcome $outcome is planned: $is", ({ is, ...mail }) => {
    expect(isPlanned(mail)).toBe(is)
  })

  const mail = (kind: "sent" | "reminder", outcome: "sent" | "failed" | "unknown" | "dropped" | null, at: number) => ({
    kind,
    outcome,
    send_at: day(at),
  })

  it.each([
    ["the first that went out", [mail("sent", "sent", 2), mail("sent", "failed", 0), mail("sent", "unknown", 1)], 1],
    ["what was sent as a reminder was dropped", [mail("reminder", "dropped", 3), mail("sent", "sent", 3)], 3],
    ["nothing where none went out", [mail("sent", "failed", 0), mail("sent", null, 1)], undefined],
    [
      "what was sent after a reminder was dropped",
      [mail("sent", "sent", 0), mail("reminder", "dropped", 3), mail("sent", "sent", 9)],
      9,
    ],
    [
      "nothing while a reminder was dropped since",
      [mail("sent", "sent", 0), mail("reminder", "dropped", 3)],
      undefined,
    ],
    [
      "the first, whatever was sent later",
      [mail("sent", "sent", 0), mail("reminder", "sent", 3), mail("sent", "sent", 4)],
      0,
    ],
  ] as const)("remind from %s", (_, mails, at) => {
    expect(remindedFrom(mails)).toEqual(at === undefined ? undefined : expect.objectContaining({ send_at: day(at) }))
  })

  it("to the shop are sent with up to three attempts", () => {
    expect([1, 2, 3].map((attempts) => triedAgainAt({ kind: "case", attempts }, SENT))).toEqual([
      new Date("2026-11-01T10:05:00Z"),
      new Date("2026-11-01T11:00:00Z"),
      undefined,
    ])
  })

  it("to customers are sent with up to six attempts over 55 hours", () => {
    expect([1, 2, 5, 6].map((attempts) => triedAgainAt({ kind: "sent", attempts }, SENT))).toEqual([
      new Date("2026-11-01T10:05:00Z"),
      new Date("2026-11-01T11:00:00Z"),
      new Date("2026-11-02T10:00:00Z"),
      undefined,
    ])
  })
})

describe("the time since which a customer has a pay link", () => {
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
