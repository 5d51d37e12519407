import { Action } from "../../src/modules/web-checkout/models/action"
import { Checkout } from "../../src/modules/web-checkout/models/checkout"
import { Lease } from "../../src/modules/web-checkout/models/lease"
import { Refund } from "../../src/modules/web-checkout/models/refund"
import { ReturnToken } from "../../src/modules/web-checkout/models/return-token"
import { Subscription } from "../../src/modules/web-checkout/models/subscription"
import { SubscriptionAction } from "../../src/modules/web-checkout/models/subscription-action"

/** The module's tables, for tests that run it without a store. */
export const MODULE_MODELS = [Action, Checkout, Lease, Refund, ReturnToken, Subscription, SubscriptionAction]

/** The module's test runner finds its server in the environment. */
export function useServerOfThisRun(): void {
  const { hostname, port, username, password } = new URL(process.env.DATABASE_URL ?? "")
  Object.assign(process.env, { DB_HOST: hostname, DB_PORT: port, DB_USERNAME: username, DB_PASSWORD: password })
}
