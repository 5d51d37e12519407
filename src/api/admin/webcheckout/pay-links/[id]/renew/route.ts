import { renewPayLink } from "../../../../../../workflows/pay-link/renew-pay-link"
import { payLinkAction } from "../../../../../route-makers"

/** Renews an expired link: all of its URLs work again. */
export const POST = payLinkAction(renewPayLink)
