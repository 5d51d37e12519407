import { sendPayLink } from "../../../../../../workflows/pay-link/send-pay-link"
import { payLinkAction } from "../../../../../route-makers"

/** Emails a new URL of a link to the order's email address. The `mails` in the answer show the outcome. */
export const POST = payLinkAction(sendPayLink)
