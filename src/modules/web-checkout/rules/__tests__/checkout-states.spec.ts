import type { CheckoutStatus } from "../../../../gateway/statuses"
import { after, answered as answeredAt, TRANSITIONS, type AnswerChanges, type Transition } from "../checkout-states"
import { doubtOf } from "../contradicting-answer"
import { LEDGER_STATUSES, type LedgerCheckout, type LedgerStatus } from "../ledger"
import { ledgerRow } from "./ledger-row"

/** Where each transition leads from each status; what is not listed is not allowed. */
const ALLOWED: Record<Transition, Partial<Record<LedgerStatus, LedgerStatus>>> = {
  created: { creating: "open" },
  rejected: { creating: "rejected" },
  lost: { creating: "unknown", unknown: "unknown" },
  found: { creating: "superseded", unknown: "superseded" },
  superseded: { open: "superseded" },
  taken_over: { open: "open", superseded: "open" },
  over: { open: "closed", superseded: "closed" },
  revived: { closed: "open" },
  revived_without_session: { closed: "superseded" },
  settled: { open: "settled", superseded: "settled", closed: "settled", settled: "settled" },
}

describe("the transitions of a checkout's status", () => {
  const pairs = Object.keys(TRANSITIONS).flatMap((name) =>
    LEDGER_STATUSES.map((status): [Transition, LedgerStatus] => [name as Transition, status])
  )

  it.each(pairs)("%s from %s", (transition, status) => {
    expect(after(status, transition)).toBe(ALLOWED[transition][status])
  })
})

const T0 = new Date("2027-01-01T10:00:00Z")
const T1 = new Date("2027-01-01T10:00:01Z")
const NOW = new Date("2027-01-01T10:00:30Z")

type Answer = Pick<Parameters<typeof answeredAt>[1], "status" | "amount" | "totalRefunded">

/** Every answer repeats what was sent. */
const answered = (row: LedgerCheckout, answer: Answer, askedAt: Date) => {
  const sent = { id: "100", requestId: row.request_id, orderId: row.gateway_order_id, currency: row.currency_code }
  return answeredAt(row, { ...sent, ...answer }, askedAt, NOW)
}

/** What an answer changes that counts. */
function counted(changes: ReturnType<typeof answered>): AnswerChanges | undefined {
  if (changes === "doubted") {
    throw new Error("The answer takes money back, and is not confirmed.")
  }
  return changes
}

describe("an answer that contradicts an earlier one about the money", () => {
  const TEN_LATER = new Date(T1.getTime() + 10_000)
  type Step = [CheckoutStatus, number | null, CheckoutStatus, number | undefined, boolean]

  it.each<Step>([
    ["PAID", null, "PENDING", undefined, true],
    ["PAID", null, "FAILED", undefined, true],
    ["PAID", null, "AUTHORIZED", undefined, true],
    ["PARTIALLY_REFUNDED", 10, "PAID", undefined, true],
    ["REFUNDED", null, "PARTIALLY_REFUNDED", 10, true],
    ["PARTIALLY_REFUNDED", 30, "PARTIALLY_REFUNDED", 10, true],
    ["AUTHORIZED", null, "PENDING", undefined, true],
    // An amount that is no longer told is not a lower one.
    ["PARTIALLY_REFUNDED", 30, "PARTIALLY_REFUNDED", undefined, false],
    ["PARTIALLY_REFUNDED", 10, "PARTIALLY_REFUNDED", 30, false],
    ["PAID", null, "PARTIALLY_REFUNDED", 10, false],
    ["PARTIALLY_REFUNDED", 10, "REFUNDED", undefined, false],
    ["AUTHORIZED", null, "CANCELLED", undefined, false],
    ["AUTHORIZED", null, "EXPIRED", undefined, false],
    ["PENDING", null, "PAID", undefined, false],
    ["CANCELLED", null, "PENDING", undefined, false],
  ])("from %s (%p refunded) to %s (%p): is doubted %p", (gateway_status, total_refunded, status, totalRefunded, is) => {
    const row = ledgerRow({ status: "settled", gateway_status, total_refunded, last_checked_at: T0 })
    const answer = { status, amount: 115.51, totalRefunded }
    expect(answered(row, answer, T1) === "doubted").toBe(is)
    const doubted = { ...row, doubted_answer: doubtOf(answer), doubted_at: T1 }
    expect(answered(doubted, answer, new Date(TEN_LATER.getTime() - 1)) === "doubted").toBe(is)
    expect(counted(answered(doubted, answer, TEN_LATER))?.columns).toMatchObject({
      gateway_status: status,
      doubted_answer: null,
      doubted_at: null,
    })
    const otherwise = { ...doubted, doubted_answer: "PAID:1" }
    expect(answered(otherwise, answer, TEN_LATER) === "doubted").toBe(is)
  })

  it("keeps a refunded amount that later answers do not contain", () => {
    const row = ledgerRow({ status: "settled", gateway_status: "PARTIALLY_REFUNDED", total_refunded: 30 })
    const changes = counted(answered(row, { status: "PARTIALLY_REFUNDED", amount: 115.51 }, T1))
    expect(changes?.columns).toMatchObject({ total_refunded: 30, is_refund_told: false })
    const told = counted(answered(row, { status: "PARTIALLY_REFUNDED", amount: 115.51, totalRefunded: 40 }, T1))
    expect(told?.columns).toMatchObject({ total_refunded: 40, is_refund_told: true })
  })

  it.each<[Partial<LedgerCheckout>, boolean]>([
    [{}, true],
    [{ attention: "amount_mismatch" }, true],
    // Medusa shows the refund: the comparison says that it is missing.
    [{ medusa_refunded: 10 }, false],
    [{ status: "open" }, false],
  ])("marks the reversed refund once it is confirmed (%j: %s)", (changes, expected) => {
    const doubt = { doubted_answer: "PAID:", doubted_at: T0 }
    const row = ledgerRow({ status: "settled", gateway_status: "PARTIALLY_REFUNDED", ...doubt, ...changes })
    expect(counted(answered(row, { status: "PAID", amount: 115.51 }, TEN_LATER))?.columns.has_unreported_reversal).toBe(
      expected
    )
  })
})

describe("an answer of the gateway", () => {
  const answer = (row: Partial<LedgerCheckout>, status: CheckoutStatus, totalRefunded?: number) =>
    counted(answered(ledgerRow({ last_checked_at: T0, ...row }), { status, amount: 115.51, totalRefunded }, T1))

  it("is recorded even if the row has a time in the future, which it corrects", () => {
    const ahead = ledgerRow({ last_checked_at: new Date(NOW.getTime() + 1), gateway_status: "PAID" })
    const changes = counted(answered(ahead, { status: "PARTIALLY_REFUNDED", amount: 115.51, totalRefunded: 50 }, T0))
    expect(changes?.columns).toMatchObject({ total_refunded: 50, last_checked_at: T0 })
  })

  it("is dropped if a later request was already answered", () => {
    const late = (gateway_status: CheckoutStatus, status: CheckoutStatus) =>
      counted(answered(ledgerRow({ last_checked_at: T1, gateway_status }), { status, amount: 115.51 }, T0))
    expect(late("PENDING", "PENDING")).toBeUndefined()
    expect(late("PAID", "PENDING")).toBeUndefined()
    expect(late("REFUNDED", "PAID")).toBeUndefined()
    expect(late("PENDING", "AUTHORIZED")).toBeUndefined()
    // What is paid never becomes pending again: over a pending row it is the newer one.
    expect(late("PENDING", "PAID")?.columns).toMatchObject({ gateway_status: "PAID", last_checked_at: T1 })
  })

  it.each<[Partial<LedgerCheckout>, CheckoutStatus, LedgerStatus | undefined]>([
    [{ status: "open" }, "PENDING", undefined],
    [{ status: "open" }, "PAID", undefined],
    [{ status: "open" }, "EXPIRED", "closed"],
    [{ status: "superseded" }, "REFUNDED", "closed"],
    [{ status: "settled" }, "REFUNDED", undefined],
    [{ status: "closed" }, "PAID", "open"],
    [{ status: "closed", payment_session_id: null }, "AUTHORIZED", "superseded"],
    [{ status: "closed" }, "PENDING", "open"],
    [{ status: "closed" }, "PARTIALLY_REFUNDED", "open"],
  ])("moves %j, %s, to %s", (row, status, expected) => {
    expect(answer(row, status)?.columns.status).toBe(expected)
  })

  it.each<[string, Partial<LedgerCheckout>, CheckoutStatus, number | undefined, boolean]>([
    ["money on an open row", { status: "open" }, "PAID", undefined, true],
    ["money, while a person sees to it", { status: "open", attention: "amount_mismatch" }, "PAID", undefined, false],
    ["news on what a person has closed", { status: "open", resolved_at: T0 }, "PAID", undefined, true],
    [
      "nothing new on what a person has closed",
      { status: "open", resolved_at: T0, gateway_status: "PAID" },
      "PAID",
      undefined,
      false,
    ],
    ["news on a settled row", { status: "settled", gateway_status: "PAID" }, "PARTIALLY_REFUNDED", 5, true],
    ["nothing new on a settled row", { status: "settled", gateway_status: "PAID" }, "PAID", undefined, false],
    ["no money yet", { status: "open" }, "PENDING", undefined, false],
  ])("says whether a row is due: %s", (_, row, status, totalRefunded, isDue) => {
    expect(answer(row, status, totalRefunded)?.isDue).toBe(isDue)
  })

  it("keeps the time at which the payment was first seen", () => {
    expect(answer({ status: "open" }, "PENDING")?.columns).not.toHaveProperty("paid_at")
    expect(answer({ status: "open" }, "AUTHORIZED")?.columns).not.toHaveProperty("paid_at")
    expect(answer({ status: "open" }, "PAID")?.columns).toMatchObject({ paid_at: T1, gateway_amount: 115.51 })
    expect(answer({ status: "open", paid_at: T0 }, "REFUNDED")?.columns).not.toHaveProperty("paid_at")
  })

  it("marks the books as not compared if it differs from the last answer", () => {
    const settled = { status: "settled" as const, gateway_status: "PAID" as const, agreed_at: T0 }
    expect(answer(settled, "PAID")?.columns).not.toHaveProperty("agreed_at")
    expect(answer(settled, "REFUNDED")?.columns).toMatchObject({ agreed_at: null })
    expect(
      answer({ ...settled, gateway_status: "PARTIALLY_REFUNDED", total_refunded: 5 }, "PARTIALLY_REFUNDED", 6)?.columns
    ).toMatchObject({ agreed_at: null, total_refunded: 6 })
  })
})
