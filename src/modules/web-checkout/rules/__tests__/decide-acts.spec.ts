import { MOST_FAILURES } from "../check-times"
import { decide, isInconsistent, mayHaveChanged } from "../decide"
import type { Act, Facts, MedusaFacts, SettledFacts } from "../facts"
import type { LedgerCheckout } from "../ledger"
import { books, payment } from "./book-fixtures"
import { ago, GIVE_UP_AFTER_HOURS, HOUR, NOW, OPTIONS } from "./decide-facts"
import { ledgerRow } from "./ledger-row"

const decided = (row: Partial<LedgerCheckout>, facts: Partial<Facts>) =>
  decide({ row: ledgerRow({ amount: 110.2, ...row }), wish: {}, options: OPTIONS, last: "begun", now: NOW, ...facts })

const opened = (acts: Act[]) => acts.filter(({ act }) => act === "open_case")

describe("a settled checkout", () => {
  const row: Partial<LedgerCheckout> = {
    status: "settled",
    gateway_status: "PAID",
    order_id: "order_1",
    paid_at: ago(HOUR),
    settled_at: ago(HOUR),
  }
  const settled: SettledFacts = {
    books: books(),
    isRefundCaseUntold: false,
    isAnotherRefundMissing: false,
    isOverpaid: false,
  }
  const compared = (changes: Partial<LedgerCheckout>, facts: Partial<Facts>) =>
    decided({ ...row, ...changes }, { last: "settled", settled, ...facts })

  const END = { act: "end_case", reason: "amount_mismatch" }

  it.each<[string, Partial<Facts>, object[]]>([
    ["its case of another amount ends", { mismatchCase: "ends unless overpaid" }, [END]],
    [
      "its case stays while the order is overpaid",
      { mismatchCase: "ends unless overpaid", settled: { ...settled, isOverpaid: true } },
      [],
    ],
    ["its case has ended with its settling", { mismatchCase: "ends" }, []],
    ["a case that came before its booking stays", { mismatchCase: "stays" }, []],
  ])("whose books agree: %s", (_, facts, expected) => {
    const [first, ...more] = compared({}, facts)
    expect(first).toMatchObject({ act: "record_agreement" })
    expect(more).toEqual(expected)
  })

  const phantom = books({ payment: payment({ phantomRefund: "10" }) })

  it.each<[string, Partial<SettledFacts>, object]>([
    ["a refund is missing", { books: phantom }, { reason: "refund_missing", isNew: false }],
    [
      "another refund is missing than the one that a person has closed",
      { books: phantom, isAnotherRefundMissing: true },
      { reason: "refund_missing", isNew: true },
    ],
    [
      "it is booked twice",
      { books: books({ payment: payment({ standing: 2 }) }), isAnotherRefundMissing: true },
      { reason: "paid_twice", isNew: false },
    ],
  ])("becomes a case when %s", (_, changes, expected) => {
    expect(opened(compared({}, { settled: { ...settled, ...changes } }))).toEqual([{ act: "open_case", ...expected }])
  })

  const long = ago((GIVE_UP_AFTER_HOURS + 1) * HOUR)

  it.each<[string, Partial<LedgerCheckout>, string[]]>([
    ["for long", { gateway_status: "AUTHORIZED", settled_at: long }, ["authorization_lost"]],
    ["for long, and is open again", { gateway_status: "PENDING", settled_at: long }, ["authorization_lost"]],
    ["for a while", { gateway_status: "AUTHORIZED" }, []],
  ])("whose capture the gateway has taken back %s", (_, changes, reasons) => {
    const acts = compared(changes, {})
    expect(acts.slice(0, 2).map(({ act }) => act)).toEqual(["record_difference", "compare_soon"])
    expect(opened(acts)).toEqual(reasons.map((reason) => ({ act: "open_case", reason })))
  })
})

describe("after its last failure", () => {
  it.each<[Partial<LedgerCheckout>, string[]]>([
    [{ gateway_status: "PAID", settle_failures: MOST_FAILURES - 1 }, []],
    [{ gateway_status: "PAID" }, ["paid_without_order"]],
    [{ gateway_status: "REFUNDED", status: "closed" }, ["refunded_outside"]],
    [{ gateway_status: "PARTIALLY_REFUNDED", status: "settled" }, ["refunded_outside"]],
    [{ gateway_status: "PARTIALLY_REFUNDED" }, ["paid_without_order"]],
  ])("%j opens %j", (changes, reasons) => {
    const acts = decided({ settle_failures: MOST_FAILURES, ...changes }, { last: "counted" })
    expect(acts).toEqual(reasons.map((reason) => ({ act: "open_case", reason })))
  })
})

describe("money for a collection without a cart and an order", () => {
  const row: Partial<LedgerCheckout> = { gateway_status: "PAID", cart_id: null, paid_at: ago(HOUR) }
  const held: MedusaFacts["payment"] = {
    id: "pay_1",
    payment_session_id: "payses_2",
    isCaptured: false,
    isCanceled: false,
    unrecordedRefund: 0,
  }
  const BOOK = [{ act: "ensure_session" }, { act: "book_payment" }]

  it.each<[string, MedusaFacts, object[]]>([
    ["is booked where it fits", { collection: { amount: "115.51", paidByOthers: "0" } }, BOOK],
    [
      "is a case where it is too much",
      { collection: { amount: "115.51", paidByOthers: "0.01" } },
      [{ act: "open_case", reason: "paid_twice" }],
    ],
    [
      "is a case where the collection is gone",
      { collection: null },
      [{ act: "open_case", reason: "paid_without_order" }],
    ],
    [
      "is booked with the payment that Medusa has",
      { payment: held },
      [{ act: "bind_session", payment_session_id: "payses_2" }, ...BOOK],
    ],
    ["is booked anew where Medusa has cancelled its payment", { payment: { ...held, isCanceled: true } }, BOOK],
    ["is booked with its own session", { payment: { ...held, payment_session_id: "payses_1" } }, BOOK],
  ])("%s", (_, medusa, expected) => {
    expect(decided(row, { medusa })).toEqual(expected)
  })
})

it.each<[Partial<LedgerCheckout>, Facts["last"], string[]]>([
  [{ created_at: ago(HOUR) }, "no_answer", []],
  [{ created_at: ago(400 * HOUR), last_checked_at: ago(400 * HOUR) }, "refused", ["unanswered"]],
])("%j without an answer (%s) opens %j", (changes, last, reasons) => {
  expect(decided(changes, { last })).toEqual(reasons.map((reason) => ({ act: "open_case", reason })))
})

it.each<[Partial<LedgerCheckout>, boolean]>([
  [{ status: "settled", settled_at: null }, true],
  [{ status: "settled", settled_at: NOW }, false],
  [{ status: "open", gateway_status: "CANCELLED" }, true],
  [{ status: "closed", gateway_status: "PENDING" }, true],
  [{ status: "closed", gateway_status: "CANCELLED" }, false],
])("%j contradicts itself: %s", (changes, expected) => {
  expect(isInconsistent(ledgerRow(changes))).toBe(expected)
})

it.each<[Partial<LedgerCheckout>, boolean, boolean]>([
  [{ checkout_id: null }, true, false],
  [{}, false, true],
  [{ status: "settled", gateway_status: "PAID", agreed_at: NOW }, false, false],
  [{ status: "settled", gateway_status: "PAID", agreed_at: NOW }, true, true],
])("%j may have changed (forced: %s): %s", (changes, force, expected) => {
  expect(mayHaveChanged(ledgerRow(changes), force)).toBe(expected)
})
