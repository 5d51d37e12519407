import { sweepVerdict } from "../sweep-verdict"
import { sweptEntry } from "../swept-checkouts"

const SINCE = new Date("2026-11-01T00:00:00Z")

const entry = (changes: Record<string, unknown> = {}) => ({
  id: "42",
  displayId: "C42",
  requestId: "r-1",
  orderId: "R7K3-F92Q-D4MX",
  currency: "aed",
  amount: 115.5,
  status: "PAID",
  timestamp: "2026-11-02T10:00:00Z",
  ...changes,
})

/** A field that is undefined is not there. */
const outcomeOf = (changes: Record<string, unknown>) => {
  const read = sweptEntry(JSON.parse(JSON.stringify(entry(changes))), "default", SINCE)
  return read ? (read.found ? "candidate" : "other") : "unreadable"
}

describe("an entry of the gateway's list", () => {
  it("that is paid and looks like this store's is reported with the data to find it", () => {
    expect(sweptEntry(entry(), "default", SINCE)).toEqual({
      id: "42",
      requestId: "r-1",
      found: {
        account: "default",
        checkout_id: "42",
        display_id: "C42",
        order_id: "R7K3-F92Q-D4MX",
        amount: 115.5,
        currency_code: "AED",
        gateway_status: "PAID",
        created_at: "2026-11-02T10:00:00Z",
      },
    })
  })

  it.each<[string, Record<string, unknown>, string]>([
    ["spelled as in the description's enumeration", { status: "Partially refunded" }, "candidate"],
    ["reserved", { status: "AUTHORIZED" }, "candidate"],
    ["of a later attempt", { orderId: "R7K3-F92Q-D4MX-2" }, "candidate"],
    ["with the other spelling of its ids", { orderId: undefined, orderID: "R7K3-F92Q-D4MX" }, "candidate"],
    ["without a request id", { requestId: null }, "candidate"],
    ["without a date", { timestamp: null }, "candidate"],
    ["unpaid", { status: "PENDING" }, "other"],
    ["given back", { status: "REFUNDED" }, "other"],
    ["of a subscription", { requestId: null, orderId: null, subscriptionId: "7" }, "other"],
    ["of a subscription with an order id", { subscriptionId: 7 }, "other"],
    ["of another shop", { orderId: "1001" }, "other"],
    ["with a letter that no reference of ours has", { orderId: "R7K3-F92Q-D4M0" }, "other"],
    ["older", { timestamp: "2026-10-31T23:59:59Z" }, "other"],
    ["with an unknown status", { status: "SETTLED" }, "unreadable"],
    ["without an id", { id: null }, "unreadable"],
    ["without an amount", { amount: "a lot" }, "unreadable"],
  ])("that is %s", (_, changes, kind) => {
    expect(outcomeOf(changes)).toBe(kind)
  })

  it("that is empty is unreadable", () => {
    expect(sweptEntry(null, "default", SINCE)).toBeUndefined()
  })
})

describe("the verdict of a sweep", () => {
  it.each([
    { count: 0, unseen: [], unreadable: 0, verdict: "none" },
    { count: 2, unseen: [], unreadable: 0, verdict: "found" },
    { count: 2, unseen: ["riyadh"], unreadable: 3, verdict: "found" },
    { count: 0, unseen: ["riyadh"], unreadable: 0, verdict: "unreliable" },
    { count: 0, unseen: [], unreadable: 1, verdict: "unreliable" },
  ])("$count found, $unseen unseen, $unreadable unreadable: $verdict", ({ verdict, ...result }) => {
    expect(sweepVerdict(result)).toBe(verdict)
  })
})
