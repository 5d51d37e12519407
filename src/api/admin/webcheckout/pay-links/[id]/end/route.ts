import { WEB_CHECKOUT } from "../../../../../../modules/web-checkout"
import { payLinkAction } from "../../../../../route-makers"

/** Ends a link with all of its URLs. A payer who is already on the payment page can still pay there; that payment is recorded. */
export const POST = payLinkAction((container, id, actor_id) =>
  container.resolve(WEB_CHECKOUT).payLinks.end(id, actor_id)
)
