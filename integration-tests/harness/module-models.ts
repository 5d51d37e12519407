import { WebcheckoutAction } from "../../src/modules/web-checkout/models/action"
import { WebcheckoutCheckout } from "../../src/modules/web-checkout/models/checkout"
import { WebcheckoutLease } from "../../src/modules/web-checkout/models/lease"
import { WebcheckoutMoment } from "../../src/modules/web-checkout/models/moment"
import { WebcheckoutPayLater } from "../../src/modules/web-checkout/models/pay-later"
import { WebcheckoutPayLink } from "../../src/modules/web-checkout/models/pay-link"
import { WebcheckoutPayMail } from "../../src/modules/web-checkout/models/pay-mail"
import { WebcheckoutPayToken } from "../../src/modules/web-checkout/models/pay-token"
import { WebcheckoutRefund } from "../../src/modules/web-checkout/models/refund"
import { WebcheckoutReturnToken } from "../../src/modules/web-checkout/models/return-token"
import { WebcheckoutSubscription } from "../../src/modules/web-checkout/models/subscription"
import { WebcheckoutSubscriptionAction } from "../../src/modules/web-checkout/models/subscription-action"

/** The module's tables, for tests that run it without a store. */
export const MODULE_MODELS = [
  WebcheckoutAction,
  WebcheckoutCheckout,
  WebcheckoutLease,
  WebcheckoutMoment,
  WebcheckoutPayLater,
  WebcheckoutPayLink,
  WebcheckoutPayMail,
  WebcheckoutPayToken,
  WebcheckoutRefund,
  WebcheckoutReturnToken,
  WebcheckoutSubscription,
  WebcheckoutSubscriptionAction,
]

/** The module's test runner finds its server in the environment. */
export function useServerOfThisRun(): void {
  const { hostname, port, username, password } = new URL(process.env.DATABASE_URL ?? "")
  Object.assign(process.env, { DB_HOST: hostname, DB_PORT: port, DB_USERNAME: username, DB_PASSWORD: password })
}
