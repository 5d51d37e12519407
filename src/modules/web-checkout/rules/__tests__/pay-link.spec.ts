import {
  contentsOf,
  expiryOf,
  isOpenPage,
  isPaidOff,
  isSameAsk,
  mayContinueOn,
  paidWith,
  viewPayLink,
  type PayableOrder,
  type PayLink,
  type PayLinkState,
} from "../pay-link"
import type { LedgerCheckout } from "../ledger"
import { ledgerRow } from "./ledger-row"

const NOW = new Date("2026-06-01T10:00:00Z")
const before = new Date(NOW.getTime() - 1)

const link = (changes: Partial<PayLink> = {}): PayLink => ({
  id: "wpl_1",
  order_id: "order_1",
  order_reference: "R1",
  customer_id: "cus_1",
  environment: "test",
  currency_code: "AED",
  amount: null,
  note: null,
  expires_at: new Date(NOW.getTime() + 86_400_000),
  expiry: null,
  ended_at: null,
  ended_by: null,
  created_by: null,
  paid_at: null,
  created_at: before,
  ...changes,
})

const order = (changes: Partial<PayableOrder> = {}): PayableOrder => ({
  customer_id: "cus_1",
  isCanceled: false,
  owed: 100,
  hasAuthorized: false,
  ...changes,
})

const row = (amount: string, changes: Partial<LedgerCheckout>) =>
  ledgerRow({ amount: Number(amount), raw_amount: { value: amount }, ...changes })

const paid = (amount: string, changes: Partial<LedgerCheckout> = {}) =>
  row(amount, { status: "settled", gateway_status: "PAID", pay_link_id: "wpl_1", ...changes })

const open = (amount: string, changes: Partial<LedgerCheckout> = {}) =>
  row(amount, { redirect_url: "https://pay.example/1", ...changes })

describe("viewPayLink", () => {
  it.each<[string, PayLink, PayableOrder, LedgerCheckout[], string, number]>([
    ["for all that is owed", link(), order(), [], "payable", 100],
    ["for a part", link({ amount: 30 }), order(), [], "payable", 30],
    ["for more than is left", link({ amount: 130 }), order(), [], "payable", 100],
    ["for a part that is half paid", link({ amount: 30 }), order(), [paid("10.5")], "payable", 19.5],
    ["for a part that is paid", link({ amount: 30 }), order(), [paid("30")], "paid", 0],
    ["that was paid", link({ paid_at: before }), order(), [], "paid", 0],
    ["whose last payment paid all", link(), order({ owed: 0 }), [paid("100")], "paid", 0],
    ["after an edit", link(), order({ owed: 5 }), [paid("100")], "payable", 5],
    ["paid with another link", link(), order({ owed: 0 }), [paid("100", { pay_link_id: "wpl_2" })], "nothing_owed", 0],
    ["of an order that owes nothing", link(), order({ owed: 0 }), [], "nothing_owed", 0],
    ["of a cancelled order", link({ paid_at: before }), order({ isCanceled: true }), [paid("100")], "canceled", 0],
    ["with an amount reserved", link(), order({ hasAuthorized: true }), [], "being_paid", 0],
    ["paid, and not recorded yet", link(), order(), [row("100", { gateway_status: "PAID" })], "being_paid", 0],
    ["that is ended", link({ ended_at: before }), order(), [], "ended", 0],
    ["that has expired", link({ expires_at: NOW }), order(), [], "expired", 0],
    ["that expires later", link({ expires_at: new Date(NOW.getTime() + 1) }), order(), [], "payable", 100],
    ["ended, and paid all the same", link({ ended_at: before }), order({ owed: 0 }), [paid("100")], "paid", 0],
    ["whose page is open", link(), order(), [open("100")], "open_elsewhere", 100],
    ["whose page asks for another amount", link(), order(), [open("80")], "payable", 100],
    ["whose page is being closed", link(), order(), [open("100", { closing_at: before })], "payable", 100],
    ["whose page is given up", link(), order(), [open("100", { status: "superseded" })], "payable", 100],
  ])("%s", (_, of, owing, attempts, state, amount) => {
    expect(viewPayLink(of, owing, attempts, NOW)).toEqual({ state, amount })
  })
})

describe("isPaidOff", () => {
  it.each<[string, PayLink, number, LedgerCheckout[], boolean]>([
    ["nothing paid, nothing owed", link(), 0, [], false],
    ["all that was owed", link(), 0, [paid("100")], true],
    ["a part of what is owed", link(), 5, [paid("95")], false],
    ["its part", link({ amount: 30 }), 70, [paid("10"), paid("20")], true],
    ["less than its part, and no more is owed", link({ amount: 30 }), 0, [paid("10")], true],
    ["less than its part", link({ amount: 30 }), 20, [paid("10")], false],
  ])("%s: %s", (_, of, owed, attempts, expected) => {
    expect(isPaidOff(of, order({ owed }), attempts)).toBe(expected)
  })
})

describe("the page of a pay link", () => {
  const DAY_MS = 86_400_000
  const over = { expires_at: before }
  const week = new Date(NOW.getTime() - 7 * DAY_MS)

  it.each<[string, PayLinkState, Partial<PayLink>]>([
    ["all", "payable", {}],
    ["all", "open_elsewhere", {}],
    ["all", "being_paid", {}],
    ["order", "being_paid", over],
    ["order", "being_paid", { ended_at: before }],
    ["all", "paid", {}],
    ["all", "paid", { paid_at: new Date(week.getTime() + 1) }],
    ["order", "paid", { paid_at: week }],
    ["state", "nothing_owed", {}],
    ["state", "ended", {}],
    ["state", "expired", {}],
    ["state", "canceled", {}],
  ])("is %s of one that is %s, with %p", (contents, state, changes) => {
    expect(contentsOf(link(changes), state, NOW)).toBe(contents)
  })
})

describe("a pay link whose order was transferred to another customer", () => {
  it("is ended, in every state of the order", () => {
    const others = order({ customer_id: "cus_2" })
    expect(viewPayLink(link(), others, [], NOW)).toEqual({ state: "ended", amount: 0 })
    expect(viewPayLink(link({ paid_at: before }), others, [], NOW).state).toBe("ended")
    expect(viewPayLink(link(), order({ customer_id: null, isCanceled: true }), [], NOW).state).toBe("ended")
    expect(viewPayLink(link({ customer_id: null }), others, [], NOW).state).toBe("ended")
    expect(viewPayLink(link({ customer_id: null }), order({ customer_id: null }), [], NOW).state).toBe("payable")
  })
})

it("counts what was taken and recorded through the link itself", () => {
  const taken = (changes: Partial<LedgerCheckout>) =>
    ledgerRow({ raw_amount: { value: "10.5", precision: 20 }, status: "settled", gateway_status: "PAID", ...changes })
  const attempts = [
    taken({ pay_link_id: "wpl_1" }),
    taken({ pay_link_id: "wpl_1", gateway_status: "PARTIALLY_REFUNDED" }),
    taken({ pay_link_id: "wpl_1", status: "open" }),
    taken({ pay_link_id: "wpl_1", gateway_status: "AUTHORIZED" }),
    taken({ pay_link_id: "wpl_1", gateway_status: null }),
    taken({ pay_link_id: "wpl_2" }),
    taken({ pay_link_id: null }),
  ]
  expect(paidWith({ id: "wpl_1", currency_code: "AED" }, attempts)).toBe(21)
})

it.each<[string, Partial<LedgerCheckout>, number, boolean]>([
  ["that was handed out", {}, 115.51, true],
  ["of another amount", {}, 115.5, false],
  ["that was never handed out", { redirect_url: null }, 115.51, false],
  ["that is being closed", { closing_at: NOW }, 115.51, false],
  ["of another session", { status: "superseded" }, 115.51, false],
  ["that is paid", { gateway_status: "PAID" }, 115.51, false],
])("a page %s", (_, changes, amount, expected) => {
  expect(isOpenPage(ledgerRow({ redirect_url: "https://pay.example/1", ...changes }), amount)).toBe(expected)
})

describe("continuing on a page that was opened with another link", () => {
  const part = link({ id: "wpl_2", amount: 50 })

  it.each<[string, PayLink | undefined, PayLink | undefined, boolean]>([
    ["the same link", part, link({ id: "wpl_2", amount: 50 }), true],
    ["another link for the full amount", link(), link({ id: "wpl_3" }), true],
    ["no link, and a link for the full amount", undefined, link(), true],
    ["no link at either", undefined, undefined, true],
    ["a link for the full amount, and none", link(), undefined, true],
    ["a link for a part, and none", part, undefined, false],
    ["another link for the same part", part, link({ id: "wpl_3", amount: 50 }), false],
    ["a link for a part, and the full amount", part, link(), false],
    ["the full amount, and a link for a part", link(), part, false],
    ["no link, and a link for a part", undefined, part, false],
  ])("%s: %s", (_, opened, asked, expected) => {
    expect(isSameAsk(opened, asked)).toBe(expected)
    expect(mayContinueOn(opened, asked, order())).toBe(expected)
  })

  it.each<[string, PayLink | undefined, Parameters<typeof mayContinueOn>[2], boolean]>([
    ["of the order's former customer: no", link(), { customer_id: "cus_2" }, false],
    ["of the order's customer: yes", link(), { customer_id: "cus_1" }, true],
    ["of a cart: yes", link(), undefined, true],
    ["without a link: yes, whoever the customer is", undefined, { customer_id: "cus_2" }, true],
  ])("%s", (_, opened, of, expected) => {
    expect(mayContinueOn(opened, link(), of)).toBe(expected)
  })

  it("expires so many days after it was created or renewed", () => {
    expect(expiryOf(3, NOW)).toEqual(new Date("2026-06-04T10:00:00Z"))
  })
})
