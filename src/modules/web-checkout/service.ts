import { MedusaService } from "@medusajs/framework/utils"
import type { ModuleCradle } from "./own-service"
import { WebcheckoutCase } from "./models/case"
import { WebcheckoutCheckout } from "./models/checkout"
import { WebcheckoutHistory } from "./models/history"
import { WebcheckoutLease } from "./models/lease"
import { WebcheckoutPayLink } from "./models/pay-link"
import { WebcheckoutMail } from "./models/mail"
import { WebcheckoutRefund } from "./models/refund"
import { WebcheckoutSubscription } from "./models/subscription"
import { WebcheckoutTask } from "./models/task"
import { WebcheckoutToken } from "./models/token"
import type { WebCheckoutOptions } from "./options"
import { Cases } from "./services/cases"
import { CheckoutSearch } from "./services/checkout-search"
import { Answers } from "./services/answers"
import { Checkouts } from "./services/checkouts"
import { DueCheckouts } from "./services/due-checkouts"
import { NextCheck } from "./services/next-check"
import { Gateways } from "./services/gateways"
import { History } from "./services/history"
import { Leases } from "./services/leases"
import { Meters } from "./services/meters"
import { PayLinks } from "./services/pay-links"
import { Mails } from "./services/mails"
import { Purchases } from "./services/purchases"
import { RefundIntents } from "./services/refund-intents"
import { Refunds } from "./services/refunds"
import { StatementTotals } from "./services/statement-totals"
import { Statements } from "./services/statements"
import { Subscriptions } from "./services/subscriptions"
import { CreditLines } from "./services/credit-lines"
import { Sweeps } from "./services/sweeps"
import { Tasks } from "./services/tasks"
import { Tokens } from "./services/tokens"

/** The key under which Medusa's container holds the module. */
export const WEB_CHECKOUT = "webCheckout"

/**
 * The services that other code reaches through the module; each class says what it is for. Medusa also creates `checkoutRows`, which
 * only services use. A new service: its file, and a line here.
 */
const SERVICES = {
  gateways: Gateways,
  checkouts: Checkouts,
  answers: Answers,
  checkoutSearch: CheckoutSearch,
  statements: Statements,
  statementTotals: StatementTotals,
  purchases: Purchases,
  dueCheckouts: DueCheckouts,
  nextCheck: NextCheck,
  cases: Cases,
  history: History,
  tokens: Tokens,
  payLinks: PayLinks,
  mails: Mails,
  refunds: Refunds,
  refundIntents: RefundIntents,
  subscriptions: Subscriptions,
  leases: Leases,
  tasks: Tasks,
  sweeps: Sweeps,
  creditLines: CreditLines,
  meters: Meters,
}

type Services = { readonly [Name in keyof typeof SERVICES]: InstanceType<(typeof SERVICES)[Name]> }

/** The services of the module `webCheckout`, and its options. */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- the constructor sets every service
export interface WebCheckoutService extends Services {
  /** The plugin options, parsed, with their defaults. */
  readonly options: WebCheckoutOptions
}

/**
 * The module `webCheckout`: its models, for `query`, and the services that change them. It writes only its own tables.
 *
 * @example
 * const { checkouts } = container.resolve("webCheckout")
 * const row = await checkouts.retrieve("wchk_123")
 */
export class WebCheckoutService extends MedusaService({
  // The keys follow the models' names: `query` derives the method it calls from those.
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
}) {
  /** Called by Medusa when it stops. */
  __hooks = { onApplicationShutdown: async () => this.shutDown() }

  /** Called by Medusa with the module's container. */
  constructor(cradle: ModuleCradle & Services, options: unknown) {
    super(cradle, options)
    const services = (Object.keys(SERVICES) as (keyof Services)[]).map((name) => [name, cradle[name]])
    Object.assign(this, { options: cradle.webCheckoutOptions, ...Object.fromEntries(services) })
    this.meters.observe(async () => ({
      openCases: await this.cases.countOpen(),
      ...(await this.dueCheckouts.waiting()),
    }))
  }

  private async shutDown(): Promise<void> {
    this.meters.close()
    this.leases.close()
    await this.gateways.close()
  }
}

declare module "@medusajs/types" {
  interface ModuleImplementations {
    webCheckout: WebCheckoutService
  }
}
