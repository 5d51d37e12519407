import { placeOrderOnRequest } from "../../../../../../workflows/checkout/place-order-on-request"
import { withFailures } from "../../../with-failures"
import { answerCheckout } from "../../query-config"

/** Places the order of a paid checkout, if the cart still matches what was paid. 400 with what to do otherwise. */
export const POST = withFailures(async (req, res) => {
  await placeOrderOnRequest(req.scope, { id: req.params.id, actor_id: req.auth_context.actor_id })
  await answerCheckout(req, res)
})
