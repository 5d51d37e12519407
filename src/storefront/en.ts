import type { OrderPaymentState, OutcomeName } from "./index"

/** The texts for a shopper: what happened, and what to do next. */
export type OutcomeWords = Record<OutcomeName, { title: string; text: string; action: string }>

/** The texts for a customer about the amount an order owes. */
export type OrderPaymentWords = Record<OrderPaymentState, { title: string; text: string; action: string }>

/** English texts. */
export const words: OutcomeWords = {
  paid: {
    title: "Thank you, your payment arrived.",
    text: "Your order is placed. A confirmation is on its way to you.",
    action: "View order",
  },
  pending: {
    title: "We are waiting for your payment.",
    text: "You can close this page: once the payment arrives, your order is placed.",
    action: "Check again",
  },
  review: {
    title: "We received your payment and are checking it.",
    text: "The shop is checking the payment and will contact you. Please do not pay again.",
    action: "Back to the shop",
  },
  failed: {
    title: "The payment failed.",
    text: "No money was taken. Your cart is unchanged. Try again, or use another card.",
    action: "Try again",
  },
  cancelled: {
    title: "You cancelled the payment.",
    text: "No money was taken. Your cart is unchanged. You can pay later.",
    action: "Pay now",
  },
  expired: {
    title: "The payment page expired.",
    text: "No money was taken. Your cart is unchanged.",
    action: "Start the payment again",
  },
  refunded: {
    title: "The payment was refunded.",
    text: "The money is on its way back to you. You can order again.",
    action: "Order again",
  },
}

/** English texts about the amount an order owes. */
export const orderWords: OrderPaymentWords = {
  payable: {
    title: "This order is not fully paid.",
    text: "Pay the outstanding amount.",
    action: "Pay outstanding amount",
  },
  open_elsewhere: {
    title: "The payment page is already open.",
    text: "You continue on the same page, so nothing can be paid twice.",
    action: "Continue to payment",
  },
  being_paid: {
    title: "This order already has a payment.",
    text: "Please do not pay again. The shop still has to confirm the payment.",
    action: "Check again",
  },
  paid: {
    title: "Paid. Thank you!",
    text: "The shop has received your payment.",
    action: "View order",
  },
  nothing_owed: {
    title: "Nothing is outstanding.",
    text: "There is nothing to pay for this order.",
    action: "View order",
  },
  ended: {
    title: "This order cannot be paid here.",
    text: "Ask the shop how to pay.",
    action: "Back to the shop",
  },
  expired: {
    title: "The time to pay has ended.",
    text: "Ask the shop how to pay.",
    action: "Back to the shop",
  },
  canceled: {
    title: "The order is cancelled.",
    text: "There is nothing to pay.",
    action: "Back to the shop",
  },
}
