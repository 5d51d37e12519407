import {
  afterClosing,
  backoffMs,
  compareAfterMs,
  hoursAgo,
  isDone,
  isRefundUnderWay,
  isRetryDelayed,
  lostAfterMs,
  mayStillArrive,
  searchAgainAt,
  searchAt,
  workLostAfterMs,
  workLostBefore,
} from "../check-times"
import { ledgerRow } from "./ledger-row"

const NOW = new Date("2027-01-01T12:00:00Z")
const before = (ms: number) => new Date(NOW.getTime() - ms)
const HOUR = 3_600_000

describe("the time after which a call counts as lost", () => {
  it("depends on the timeout alone", () => {
    expect([lostAfterMs(1000), workLostAfterMs(1000), compareAfterMs(1000)]).toEqual([2000, 6000, 16_000])
    expect(workLostBefore(1000, NOW)).toEqual(before(6000))
    expect(hoursAgo(2, NOW)).toEqual(before(2 * HOUR))
  })

  it.each([
    [0, true],
    [1999, true],
    [2000, false],
  ])("%p ms after it was sent, with a timeout of 1000: it may still arrive: %s", (ms, expected) => {
    expect(mayStillArrive(before(ms), 1000, NOW)).toBe(expected)
  })

  it.each<[number, boolean, boolean]>([
    [1000, true, true],
    [5999, false, true],
    [6001, true, false],
    [6001, false, true],
    [71 * HOUR, false, true],
    [73 * HOUR, false, false],
  ])("a refund of %p ms ago, accounted for: %s, is under way: %s", (ms, isAccounted, expected) => {
    const times = { timeoutMs: 1000, giveUpAfterHours: 72 }
    expect(isRefundUnderWay(before(ms), isAccounted, times, NOW)).toBe(expected)
  })
})

describe("the time of the next check", () => {
  it.each([
    [0, 30],
    [1, 30],
    [2, 60],
    [5, 480],
    [20, 6 * 3600],
    [1000, 6 * 3600],
  ])("after %p looks: %p s", (count, seconds) => {
    expect(backoffMs(count)).toBe(seconds * 1000)
  })
})

describe("an unconfirmed subscription", () => {
  it.each([
    [10_000, 60_000],
    [30_000, 180_000],
  ])("is searched for once its call can no longer be under way: timeout %p ms, after %p ms", (timeoutMs, after) => {
    expect(searchAt(before(after), timeoutMs)).toEqual(NOW)
  })

  it.each([
    [5_000, 30_000],
    [60_000, 60_000],
    [4 * HOUR, 4 * HOUR],
    [70 * HOUR, 6 * HOUR],
  ])("is searched for again, sent %p ms ago: in %p ms", (age, inMs) => {
    expect(searchAgainAt(before(age), 72, NOW)).toEqual(new Date(NOW.getTime() + inMs))
  })

  it("is no longer searched after giveUpAfterHours", () => {
    expect(searchAgainAt(before(72 * HOUR), 72, NOW)).toBeNull()
  })
})

describe("a row", () => {
  it.each([
    [{ status: "settled" as const, agreed_at: NOW, gateway_status: "PAID" as const }, true],
    [{ status: "settled" as const, agreed_at: NOW, gateway_status: "AUTHORIZED" as const }, false],
    [{ status: "settled" as const, agreed_at: null, gateway_status: "PAID" as const }, false],
    [{ status: "open" as const, agreed_at: null, gateway_status: "PAID" as const }, false],
  ])("%j is done: %s", (row, expected) => {
    expect(isDone(ledgerRow(row))).toBe(expected)
  })

  it.each([
    [null, false],
    [before(1), false],
    [new Date(NOW.getTime() + 1), true],
  ])("that is to be followed after %p waits: %s", (follow_after, expected) => {
    expect(isRetryDelayed({ follow_after }, NOW)).toBe(expected)
  })

  it("with a closed case is checked daily while it may be paid, and once more the next day if it is settled", () => {
    const attention = "unanswered"
    const open = afterClosing(ledgerRow({ status: "open", gateway_status: "PENDING", attention }), NOW)
    expect(open.next_check_at?.getTime()).toBeGreaterThanOrEqual(NOW.getTime() + 24 * HOUR)
    expect(open.watch_at).toBeNull()
    const held = afterClosing(ledgerRow({ status: "open", gateway_status: "PAID", attention }), NOW)
    expect(held.next_check_at?.getTime()).toBeGreaterThanOrEqual(NOW.getTime() + 24 * HOUR)
    const settled = { status: "settled", gateway_status: "PAID", attention } as const
    expect(afterClosing(ledgerRow({ ...settled, agreed_at: NOW }), NOW)).toEqual({
      next_check_at: null,
      watch_at: new Date(NOW.getTime() + 24 * HOUR),
    })
    expect(afterClosing(ledgerRow({ ...settled, agreed_at: null }), NOW).next_check_at).toBeInstanceOf(Date)
  })
})
