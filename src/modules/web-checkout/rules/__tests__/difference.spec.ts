import { differenceOf, type Difference } from "../difference"
import { ledgerRow } from "./ledger-row"

it.each<[Parameters<typeof ledgerRow>[0], Difference]>([
  [{ attention: "paid_twice" }, "case"],
  [{ attention: "paid_twice", resolved_at: new Date(), next_check_at: new Date() }, "case"],
  [{ resolved_at: new Date(), next_check_at: new Date() }, "closed"],
  [{ next_check_at: new Date() }, "waits"],
  [{}, "unseen"],
])("a difference of %j: %s", (row, expected) => {
  expect(differenceOf(ledgerRow(row))).toBe(expected)
})
