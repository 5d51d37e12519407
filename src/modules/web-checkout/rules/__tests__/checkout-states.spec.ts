import type { CheckoutStatus } from "../../../../gateway/statuses"
import { after, answered, isPaidFor, TRANSITIONS, type Transition } from "../checkout-states"
import { LEDGER_STATUSES, type LedgerCheckout, type LedgerStatus } from "../ledger"
import { ledgerRow } from "./ledger-row"

/** Where each transition leads from each status; what is not listed is not allowed. */
const ALLOWED: Record<Transition, Partial<Record<LedgerStatus, LedgerStatus>>> = {
  created: { creating: "open" },
  rejected: { creating: "rejected" },
  lost: { creating: "unknown", unknown: "unknown" },
  found: { creating: "superseded", unknown: "superseded" },
  superseded: { open: "superseded" },
  adopted: { open: "open", superseded: "open" },
  over: { open: "closed", superseded: "closed" },
  revived: { closed: "open" },
  revived_without_session: { closed: "superseded" },
  settled: { open: "settled", superseded: "settled", closed: "settled", settled: "settled" },
}

describe("what may happen to a checkout", () => {
  const pairs = Object.keys(TRANSITIONS).flatMap((name) =>
    LEDGER_STATUSES.map((status): [Transition, LedgerStatus] => [name as Transition, status])
  )

  it.each(pairs)("%s from %s", (transition, status) => {
    expect(after(status, transition)).toBe(ALLOWED[transition][status])
  })
})

const T0 = new Date("2027-01-01T10:00:00Z")
const T1 = new Date("2027-01-01T10:00:01Z")

describe("an answer of the gateway", () => {
  const answer = (row: Partial<LedgerCheckout>, status: CheckoutStatus, totalRefunded?: number) =>
    answered(ledgerRow({ last_checked_at: T0, ...row }), { status, amount: 115.51, totalRefunded }, T1)

  it("is dropped when a later question has been answered already", () => {
    const late = (gateway_status: CheckoutStatus, status: CheckoutStatus) =>
      answered(ledgerRow({ last_checked_at: T1, gateway_status }), { status, amount: 115.51 }, T0)
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
    [{ status: "closed" }, "PENDING", undefined],
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

  it("keeps when the money was first seen to be taken", () => {
    expect(answer({ status: "open" }, "PENDING")?.columns).not.toHaveProperty("paid_at")
    expect(answer({ status: "open" }, "AUTHORIZED")?.columns).not.toHaveProperty("paid_at")
    expect(answer({ status: "open" }, "PAID")?.columns).toMatchObject({ paid_at: T1, gateway_amount: 115.51 })
    expect(answer({ status: "open", paid_at: T0 }, "REFUNDED")?.columns).not.toHaveProperty("paid_at")
  })

  it("ends the agreement of the books when it says something else than before", () => {
    const settled = { status: "settled" as const, gateway_status: "PAID" as const, agreed_at: T0 }
    expect(answer(settled, "PAID")?.columns).not.toHaveProperty("agreed_at")
    expect(answer(settled, "REFUNDED")?.columns).toMatchObject({ agreed_at: null })
    expect(
      answer({ ...settled, gateway_status: "PARTIALLY_REFUNDED", total_refunded: 5 }, "PARTIALLY_REFUNDED", 6)?.columns
    ).toMatchObject({ agreed_at: null, total_refunded: 6 })
  })
})

describe("a purchase is paid for", () => {
  it.each<[LedgerStatus, CheckoutStatus, boolean]>([
    ["settled", "PAID", true],
    ["settled", "AUTHORIZED", true],
    ["settled", "REFUNDED", false],
    ["open", "PAID", false],
  ])("by a %s row that is %s: %s", (status, gateway_status, expected) => {
    expect(isPaidFor({ status, gateway_status })).toBe(expected)
  })
})
