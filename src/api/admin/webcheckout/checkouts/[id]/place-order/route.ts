import { placeOrderOnRequest } from "../../../../../../workflows/checkout/place-order-on-request"
import { checkoutAction } from "../../query-config"

/** Places the order of a paid checkout, if the cart still matches what was paid. 400 with what to do otherwise. */
export const POST = checkoutAction(placeOrderOnRequest)
