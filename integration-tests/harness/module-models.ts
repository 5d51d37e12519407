import { WebcheckoutCase } from "../../src/modules/web-checkout/models/case"
import { WebcheckoutCheckout } from "../../src/modules/web-checkout/models/checkout"
import { WebcheckoutHistory } from "../../src/modules/web-checkout/models/history"
import { WebcheckoutLease } from "../../src/modules/web-checkout/models/lease"
import { WebcheckoutPayLink } from "../../src/modules/web-checkout/models/pay-link"
import { WebcheckoutMail } from "../../src/modules/web-checkout/models/mail"
import { WebcheckoutRefund } from "../../src/modules/web-checkout/models/refund"
import { WebcheckoutSubscription } from "../../src/modules/web-checkout/models/subscription"
import { WebcheckoutTask } from "../../src/modules/web-checkout/models/task"
import { WebcheckoutToken } from "../../src/modules/web-checkout/models/token"

/** The module's tables, for tests that run it without a store. */
export const MODULE_MODELS = [
  WebcheckoutCase,
  WebcheckoutCheckout,
  WebcheckoutHistory,
  WebcheckoutLease,
  WebcheckoutPayLink,
  WebcheckoutMail,
  WebcheckoutRefund,
  WebcheckoutSubscription,
  WebcheckoutTask,
  WebcheckoutToken,
]

/** The options of a module that calls no gateway. */
export const MODULE_OPTIONS = {
  environment: "test",
  baseUrl: "http://127.0.0.1:9/merchant/2.0",
  apiKey: "test-key",
  apiSecret: "test-secret",
  backendUrl: "http://localhost:9000",
  storefront: { url: "http://localhost:8000" },
}

/** The module's test runner finds its server in the environment. */
export function useServerOfThisRun(): void {
  const { hostname, port, username, password } = new URL(process.env.DATABASE_URL ?? "")
  Object.assign(process.env, { DB_HOST: hostname, DB_PORT: port, DB_USERNAME: username, DB_PASSWORD: password })
}

/** Where the emulator of a module's tests listens: each jest worker runs one file at a time. */
export const EMULATOR_PORT = 4790 + Number(process.env.JEST_WORKER_ID ?? 0)

/** The same options with the emulator there, and its extended operations. */
export const EMULATOR_OPTIONS = {
  ...MODULE_OPTIONS,
  baseUrl: `http://127.0.0.1:${EMULATOR_PORT}/merchant/2.0`,
  extendedApi: true,
}
