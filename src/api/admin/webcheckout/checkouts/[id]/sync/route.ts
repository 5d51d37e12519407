import { syncCheckout } from "../../../../../../workflows/checkout/sync-checkout"
import { checkoutAction } from "../../query-config"

/** Asks the gateway now, and updates Medusa. Answers 503, with nothing changed, if the gateway cannot be reached. */
export const POST = checkoutAction(syncCheckout)
