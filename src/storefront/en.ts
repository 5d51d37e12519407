import type { OutcomeName } from "./index"

/** What a shopper reads: what happened, and what to do next. */
export type OutcomeWords = Record<OutcomeName, { title: string; text: string; action: string }>

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
