import { actionsOf } from "../case-actions"
import { ledgerRow } from "./ledger-row"

const options = { environment: "test", authorizedCheckouts: "place-order" } as const
const no = { sync: false, place_order: false, record_refund: false, resolve: false }

describe("actionsOf", () => {
  it.each([
    ["of a pending one", ledgerRow({}), { ...no, sync: true }],
    ["of one that was never created", ledgerRow({ checkout_id: null, status: "rejected" }), no],
    ["of the other environment", ledgerRow({ environment: "live", attention: "unanswered" }), { ...no, resolve: true }],
    [
      "of a paid one without an order",
      ledgerRow({ gateway_status: "PAID", attention: "paid_without_order" }),
      { ...no, sync: true, place_order: true, resolve: true },
    ],
    [
      "of a paid one that a person has closed",
      ledgerRow({ gateway_status: "PAID", status: "superseded", resolved_at: new Date() }),
      { ...no, sync: true, place_order: true },
    ],
    [
      "of one that was paid a second time",
      ledgerRow({ gateway_status: "PAID", status: "superseded", attention: "paid_twice" }),
      { ...no, sync: true, resolve: true },
    ],
    [
      "of one that Medusa has followed",
      ledgerRow({ gateway_status: "PAID", status: "settled" }),
      { ...no, sync: true },
    ],
    [
      "of one that was refunded outside",
      ledgerRow({ gateway_status: "REFUNDED", status: "settled", attention: "refunded_outside" }),
      { ...no, sync: true, record_refund: true, resolve: true },
    ],
  ])("%s", (_, row, expected) => {
    const open = row.attention === null ? [] : [row.attention]
    expect(actionsOf(row, open, options)).toEqual(expected)
  })

  it("places no order for an authorization where the merchant waits for the payment", () => {
    const row = ledgerRow({ gateway_status: "AUTHORIZED" })
    expect(actionsOf(row, [], options).place_order).toBe(true)
    expect(actionsOf(row, [], { ...options, authorizedCheckouts: "wait" }).place_order).toBe(false)
  })
})
