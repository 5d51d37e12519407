import type { OrderPaymentState, OutcomeName } from "./index"

/** What a shopper reads: what happened, and what to do next. */
export type OutcomeWords = Record<OutcomeName, { title: string; text: string; action: string }>

/** What a customer reads of what an order owes. */
export type OrderPaymentWords = Record<OrderPaymentState, { title: string; text: string; action: string }>

/** English. */
export const words: OutcomeWords = {
  paid: {
    title: "Thank you, your payment arrived.",
    text: "Your order is placed. A confirmation is on its way to you.",
    action: "See your order",
  },
  pending: {
    title: "We are waiting for your payment.",
    text: "You can close this page: once the payment arrives, your order is placed.",
    action: "Look again",
  },
  review: {
    title: "We have your payment and are looking at your order.",
    text: "Somebody at the shop will finish it by hand and write to you. Please do not pay again.",
    action: "Back to the shop",
  },
  failed: {
    title: "The payment did not go through.",
    text: "Nothing was taken. Your cart is as you left it: try again, or use another card.",
    action: "Try again",
  },
  cancelled: {
    title: "You cancelled the payment.",
    text: "Nothing was taken. Your cart is as you left it, whenever you are ready.",
    action: "Pay now",
  },
  expired: {
    title: "The payment page expired.",
    text: "Nothing was taken. Your cart is as you left it.",
    action: "Start the payment again",
  },
  refunded: {
    title: "The payment was refunded.",
    text: "The money is on its way back to you. You can order again.",
    action: "Order again",
  },
}

/** English, of what an order owes. */
export const orderWords: OrderPaymentWords = {
  payable: {
    title: "Still to be paid.",
    text: "The order is not paid in full yet.",
    action: "Pay what is owed",
  },
  open_elsewhere: {
    title: "The payment page is open already.",
    text: "You are led to the same page: nothing can be paid twice.",
    action: "Go on paying",
  },
  being_paid: {
    title: "There is a payment already.",
    text: "Please do not pay again. The shop still has to confirm it.",
    action: "Look again",
  },
  paid: {
    title: "Paid. Thank you!",
    text: "The shop has received your payment.",
    action: "See your order",
  },
  nothing_owed: {
    title: "Nothing is owed.",
    text: "There is nothing to pay for this order.",
    action: "See your order",
  },
  ended: {
    title: "This order cannot be paid here.",
    text: "Ask the shop how it is to be paid.",
    action: "Back to the shop",
  },
  expired: {
    title: "The time to pay is over.",
    text: "Ask the shop how it is to be paid.",
    action: "Back to the shop",
  },
  canceled: {
    title: "The order is cancelled.",
    text: "Please do not pay it any more.",
    action: "Back to the shop",
  },
}
