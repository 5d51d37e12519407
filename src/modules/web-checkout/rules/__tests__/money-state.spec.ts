import { CHECKOUT_STATUSES, type CheckoutStatus } from "../../../../gateway/statuses"
import {
  hasMoneyMoved,
  isMoneyHeld,
  isMoneyIn,
  isMoneyOpen,
  isMoneyOver,
  isMoneyTaken,
  isPaid,
  isPartlyReturned,
  isReturned,
  isToFollow,
  MONEY_STATE,
  type MoneyState,
} from "../money-state"

/** State, then whether the money is held, in, over, open. */
type Answers = [MoneyState, boolean, boolean, boolean, boolean]

const TABLE: Record<CheckoutStatus, Answers> = {
  PENDING: ["open", false, false, false, true],
  AUTHORIZED: ["authorized", true, true, false, false],
  PAID: ["paid", true, true, false, false],
  FAILED: ["unpaid", false, false, true, false],
  CANCELLED: ["unpaid", false, false, true, false],
  EXPIRED: ["unpaid", false, false, true, false],
  REFUNDED: ["returned", false, false, true, false],
  PARTIALLY_REFUNDED: ["partly_returned", true, false, false, false],
}

describe("the state of the money by the gateway's status", () => {
  it.each(CHECKOUT_STATUSES)("is defined for %s", (status) => {
    const [state, held, isIn, over, open] = TABLE[status]
    expect(MONEY_STATE[status]).toBe(state)
    expect([isMoneyHeld(status), isMoneyIn(status), isMoneyOver(status), isMoneyOpen(status)]).toEqual([
      held,
      isIn,
      over,
      open,
    ])
  })

  it("is open until the gateway has answered", () => {
    expect([isMoneyHeld(null), isMoneyIn(null), isMoneyOver(null), isMoneyOpen(null)]).toEqual([
      false,
      false,
      false,
      true,
    ])
  })
})

describe("the predicates about the money", () => {
  /** Moved, taken, paid, partly returned, returned; followed with place-order, and with wait. */
  const TABLE: Record<CheckoutStatus, boolean[]> = {
    PENDING: [false, false, false, false, false, false, false],
    AUTHORIZED: [true, false, false, false, false, true, false],
    PAID: [true, true, true, false, false, true, true],
    FAILED: [false, false, false, false, false, false, false],
    CANCELLED: [false, false, false, false, false, false, false],
    EXPIRED: [false, false, false, false, false, false, false],
    REFUNDED: [true, false, false, false, true, false, false],
    PARTIALLY_REFUNDED: [true, true, false, true, false, false, false],
  }

  it.each(CHECKOUT_STATUSES)("for %s", (status) => {
    expect([
      hasMoneyMoved(status),
      isMoneyTaken(status),
      isPaid(status),
      isPartlyReturned(status),
      isReturned(status),
      isToFollow(status, "place-order"),
      isToFollow(status, "wait"),
    ]).toEqual(TABLE[status])
  })
})
