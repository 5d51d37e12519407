import { paidAnotherWay } from "../../../../../../workflows/pay-link/paid-another-way"
import { payLinkAction } from "../../../../../route-makers"

/** Records that a link's amount was paid in cash or by transfer, and marks the link as paid. */
export const POST = payLinkAction(paidAnotherWay)
