import { ledgerRow } from "./ledger-row"
import {
  retryCheckAt,
  retryFollowAt,
  inADay,
  inNextRound,
  isCompletionStuck,
  isRetryDelayed,
  isOrderNamed,
  isOverdueForAnswer,
  nextCheckAt,
  watchAt,
} from "../check-times"
import type { LedgerCheckout } from "../ledger"

const NOW = new Date("2026-01-10T12:00:00Z")
const GIVE_UP_AFTER_HOURS = 72

const row = (changes: Partial<LedgerCheckout>) =>
  ledgerRow({ check_count: 1, created_at: new Date("2026-01-10T11:00:00Z"), ...changes })

const secondsUntil = (changes: Partial<LedgerCheckout>, random = 0) => {
  const at = nextCheckAt(row(changes), GIVE_UP_AFTER_HOURS, NOW, random)
  return at && (at.getTime() - NOW.getTime()) / 1000
}

describe("nextCheckAt", () => {
  it.each([
    [1, 30],
    [2, 60],
    [3, 120],
    [8, 3840],
    [20, 6 * 3600],
    [1000, 6 * 3600],
  ])("asks again, after question %i, in %i seconds", (check_count, seconds) => {
    expect(secondsUntil({ check_count })).toBe(seconds)
  })

  it("spreads the checks by up to a fifth", () => {
    expect(secondsUntil({ check_count: 1 }, 1)).toBe(36)
  })

  it("checks old rows daily, and never a lost call that could not be found", () => {
    const created_at = new Date("2026-01-01T00:00:00Z")
    expect(secondsUntil({ created_at })).toBe(86_400)
    expect(secondsUntil({ created_at, status: "unknown", checkout_id: null })).toBeNull()
    expect(secondsUntil({ status: "unknown", checkout_id: null })).toBe(30)
  })

  it("keeps checking a superseded checkout, and an order whose payment is only authorized", () => {
    expect(secondsUntil({ status: "superseded", payment_session_id: null })).toBe(30)
    expect(secondsUntil({ status: "settled", gateway_status: "AUTHORIZED", agreed_at: NOW })).toBe(6 * 3600)
  })

  it.each<Partial<LedgerCheckout>>([{ attention: "paid_twice" }, { resolved_at: NOW }, {}])(
    "checks a reversed refund that has no case yet soon, beside %j",
    (changes) => {
      expect(
        secondsUntil({ status: "settled", gateway_status: "PAID", has_unreported_reversal: true, ...changes })
      ).toBe(30)
    }
  )

  it.each<Partial<LedgerCheckout>>([
    { status: "settled", gateway_status: "PAID", agreed_at: NOW },
    { status: "closed", gateway_status: "CANCELLED" },
    { status: "rejected", checkout_id: null },
    { attention: "paid_twice", checkout_id: null },
    { attention: "paid_twice", status: "settled" },
    { resolved_at: NOW, resolved_as: "paid_twice:FAILED::", gateway_status: "FAILED" },
  ])("leaves %p alone", (changes) => {
    expect(secondsUntil(changes)).toBeNull()
  })
})

it("checks an ended row again if its check failed", () => {
  const over = row({ status: "closed", gateway_status: "REFUNDED" })
  expect(nextCheckAt(over, GIVE_UP_AFTER_HOURS, NOW)).toBeNull()
  expect(retryCheckAt(over, GIVE_UP_AFTER_HOURS, NOW)?.getTime()).toBeGreaterThan(NOW.getTime())
  expect(retryCheckAt(row({ status: "rejected", checkout_id: null }), GIVE_UP_AFTER_HOURS, NOW)).toBeNull()
})

it("checks a closed case soon if the gateway's answer has changed", () => {
  const closed = { resolved_at: NOW, resolved_as: "unanswered:PENDING::", check_count: 1 }
  expect(secondsUntil({ ...closed, gateway_status: "PENDING" })).toBe(86_400)
  expect(secondsUntil({ ...closed, gateway_status: "PAID" })).toBe(30)
})

it.each([
  [null, null, false],
  [NOW, null, false],
  [new Date(NOW.getTime() - 9 * 60_000), null, false],
  [new Date(NOW.getTime() - 11 * 60_000), null, true],
  [null, new Date(NOW.getTime() - 11 * 60_000), true],
])("of a cart paid at %p and reserved at %p a completion under way is stuck: %p", (paid_at, reserved_at, isStuck) => {
  expect(isCompletionStuck(row({ paid_at, reserved_at }), NOW)).toBe(isStuck)
})

it("checks a settled row until Medusa's books agree", () => {
  expect(secondsUntil({ status: "settled", gateway_status: "PAID", agreed_at: null })).toBe(30)
})

const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000)

describe("a row that is checked without end,", () => {
  const days = (at: Date | null) => at && (at.getTime() - NOW.getTime()) / 86_400_000
  const next = (changes: Partial<LedgerCheckout>) => days(nextCheckAt(row(changes), 72, NOW, 0))

  it.each<[Partial<LedgerCheckout>, number | null]>([
    [{ attention: "paid_twice", gateway_status: "PAID" }, 1],
    [{ attention: "unanswered", gateway_status: null }, 1],
    [{ gateway_status: "PENDING", created_at: hoursAgo(24 * 89) }, 1],
    [{ gateway_status: "PENDING", created_at: hoursAgo(24 * 91), check_count: 60 }, 30],
    // A session has taken the page over.
    [{ gateway_status: "PENDING", created_at: hoursAgo(24 * 91), check_count: 1 }, 1],
    [
      {
        gateway_status: "AUTHORIZED",
        created_at: hoursAgo(24 * 91),
        status: "settled",
        agreed_at: NOW,
        check_count: 400,
      },
      30,
    ],
  ])("%j: next after %p days", (changes, expected) => {
    expect(next(changes)).toBe(expected)
  })

  it.each<[Partial<LedgerCheckout>, number | null]>([
    [{ gateway_status: "EXPIRED", ended_at: NOW }, 1 / 24],
    [{ gateway_status: "EXPIRED", ended_at: hoursAgo(1) }, 23 / 24],
    [{ gateway_status: "FAILED", ended_at: hoursAgo(24) }, 2],
    [{ gateway_status: "CANCELLED", ended_at: hoursAgo(3 * 24) }, 4],
    [{ gateway_status: "CANCELLED", ended_at: hoursAgo(7 * 24) }, 23],
    [{ gateway_status: "CANCELLED", ended_at: hoursAgo(30 * 24) }, null],
    [{ gateway_status: "REFUNDED", ended_at: null }, null],
  ])("closed, %j: looked back at after %p days", (changes, expected) => {
    const at = days(watchAt(row({ status: "closed", ...changes }), NOW, 0))
    expect(at === null || expected === null ? at : at - expected).toEqual(
      expected === null ? null : expect.closeTo(0, 6)
    )
  })

  it("a settled case daily, also after its half year", () => {
    const settled = { status: "settled", settled_at: hoursAgo(24 * 200), attention: "amount_mismatch" } as const
    expect(days(watchAt(row(settled), NOW, 0))).toBe(1)
  })
})

describe("watchAt", () => {
  it.each([
    [1, 24],
    [24 * 6, 24],
    [24 * 8, 24 * 7],
    [24 * 182, 24 * 7],
    [24 * 184, null],
  ])("looks at what was settled %i hours ago in %p hours", (age, hours) => {
    const at = watchAt(row({ status: "settled", settled_at: hoursAgo(age) }), NOW, 0)
    expect(at && (at.getTime() - NOW.getTime()) / 3_600_000).toBe(hours)
  })
})

describe("retryFollowAt", () => {
  it("allows five attempts over more than seven minutes", () => {
    const waits = [1, 2, 3, 4].map((failures) => (retryFollowAt(failures, NOW).getTime() - NOW.getTime()) / 1000)
    expect(waits).toEqual([30, 60, 120, 240])
  })
})

it("looks again in a day, or in the next round", () => {
  expect(inADay(NOW)).toEqual(new Date("2026-01-11T12:00:00Z"))
  expect(inNextRound(NOW)).toEqual(new Date("2026-01-10T12:00:30Z"))
})

it.each([
  [null, false],
  [new Date(NOW.getTime() - 1), false],
  [new Date(NOW.getTime() + 1), true],
])("a retry that is due at %p is delayed: %p", (follow_after, expected) => {
  expect(isRetryDelayed({ follow_after }, NOW)).toBe(expected)
})

describe("isOverdueForAnswer", () => {
  const agreed = { status: "settled", agreed_at: NOW } as const
  const MONTHLY = { gateway_status: "PAID", created_at: hoursAgo(24 * 100) } as const

  it.each<[boolean, Partial<LedgerCheckout>, boolean]>([
    [true, { gateway_status: "PAID", last_checked_at: hoursAgo(73) }, false],
    [true, { gateway_status: "PENDING", last_checked_at: hoursAgo(73) }, true],
    [false, { gateway_status: "PENDING", last_checked_at: hoursAgo(73) }, false],
    [false, { gateway_status: "PAID", last_checked_at: hoursAgo(71) }, true],
    [false, { gateway_status: "PAID", last_checked_at: hoursAgo(73), ...agreed }, false],
    [true, { gateway_status: "AUTHORIZED", last_checked_at: hoursAgo(73), ...agreed }, false],
    // Checked monthly: 30 days and a fifth.
    [false, { ...MONTHLY, check_count: 60, last_checked_at: hoursAgo(72 + 36 * 24 - 1) }, false],
    [true, { ...MONTHLY, check_count: 60, last_checked_at: hoursAgo(72 + 36 * 24 + 1) }, false],
    [true, { ...MONTHLY, check_count: 59, last_checked_at: hoursAgo(73) }, false],
    [false, { gateway_status: "EXPIRED", last_checked_at: hoursAgo(73), status: "closed" }, true],
    [false, { gateway_status: "PAID", last_checked_at: hoursAgo(73), attention: "paid_twice" }, true],
  ])("is %p for %p, malformed: %p", (expected, changes, isMalformed) => {
    expect(isOverdueForAnswer(row(changes), isMalformed, GIVE_UP_AFTER_HOURS, NOW)).toBe(expected)
  })
})

it("checks a row with a closed case daily while it may be paid, or while the books differ", () => {
  expect(secondsUntil({ resolved_at: NOW, resolved_as: "unanswered:PENDING::", gateway_status: "PENDING" })).toBe(
    86_400
  )
  expect(secondsUntil({ resolved_at: NOW, resolved_as: "unanswered:PAID::", gateway_status: "PAID" })).toBe(86_400)
  expect(
    secondsUntil({
      resolved_at: NOW,
      resolved_as: "unanswered:PARTIALLY_REFUNDED::",
      gateway_status: "PARTIALLY_REFUNDED",
    })
  ).toBe(86_400)
  const settled = {
    status: "settled",
    resolved_at: NOW,
    resolved_as: "paid_twice:PAID::",
    gateway_status: "PAID",
  } as const
  expect(secondsUntil({ ...settled, agreed_at: null })).toBe(86_400)
  expect(secondsUntil({ ...settled, agreed_at: NOW })).toBeNull()
})

describe("isOrderNamed", () => {
  it.each([
    [null, true],
    [hoursAgo(24 * 6), true],
    [hoursAgo(24 * 8), false],
  ])("of a row settled at %p is %p", (settled_at, expected) => {
    expect(isOrderNamed(row({ settled_at }), NOW)).toBe(expected)
  })
})
