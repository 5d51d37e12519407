import { MedusaService } from "@medusajs/framework/utils"
import type { ModuleCradle } from "./cradle"
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
import type { Cases } from "./services/cases"
import type { CheckoutPages } from "./services/checkout-pages"
import type { Answers } from "./services/answers"
import type { Checkouts } from "./services/checkouts"
import type { Comparisons } from "./services/comparisons"
import type { DueCheckouts } from "./services/due-checkouts"
import type { NextLook } from "./services/next-look"
import type { Gateways } from "./services/gateways"
import type { History } from "./services/history"
import type { Leases } from "./services/leases"
import type { Meters } from "./services/meters"
import type { PayLinks } from "./services/pay-links"
import type { PayLater } from "./services/pay-later"
import type { Mails } from "./services/mails"
import type { Purchases } from "./services/purchases"
import type { RefundIntents } from "./services/refund-intents"
import type { Refunds } from "./services/refunds"
import type { ReturnAddresses } from "./services/return-addresses"
import type { Statements } from "./services/statements"
import type { SubscriptionPages } from "./services/subscription-pages"
import type { Subscriptions } from "./services/subscriptions"
import type { Credits } from "./services/credits"
import type { Sweeps } from "./services/sweeps"
import type { Tasks } from "./services/tasks"
import type { Tokens } from "./services/tokens"

/** The key under which Medusa's container holds the module. */
export const WEB_CHECKOUT = "webCheckout"

type OwnService =
  | "gateways"
  | "checkouts"
  | "answers"
  | "checkoutPages"
  | "statements"
  | "purchases"
  | "comparisons"
  | "dueCheckouts"
  | "nextLook"
  | "cases"
  | "history"
  | "tokens"
  | "returnAddresses"
  | "payLinks"
  | "mails"
  | "payLater"
  | "refunds"
  | "refundIntents"
  | "subscriptions"
  | "subscriptionPages"
  | "leases"
  | "tasks"
  | "sweeps"
  | "credits"

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
  /** The plugin options, parsed, with their defaults. */
  readonly options: WebCheckoutOptions
  /** Clients of the gateway, one for each merchant account. */
  readonly gateways: Gateways
  /** The ledger's rows and their changes of state. */
  readonly checkouts: Checkouts
  /** Records the gateway's answers in the rows. */
  readonly answers: Answers
  /** Lists of them, a page at a time. */
  readonly checkoutPages: CheckoutPages
  /** The statement of a period, in all three books. */
  readonly statements: Statements
  /** All payment attempts for one cart, order or payment collection. */
  readonly purchases: Purchases
  /** The results of comparing the books. */
  readonly comparisons: Comparisons
  /** The rows that are due for a check. */
  readonly dueCheckouts: DueCheckouts
  /** Schedules the next check of a row. */
  readonly nextLook: NextLook
  /** The rows that need a person. */
  readonly cases: Cases
  /** The actions on checkouts and subscriptions, with actor and time. */
  readonly history: History
  /** The secret tokens in public URLs. */
  readonly tokens: Tokens
  /** The URLs to which the gateway sends shoppers back. */
  readonly returnAddresses: ReturnAddresses
  /** Pay links, with which anybody can pay the amount that an order owes. */
  readonly payLinks: PayLinks
  /** The outbox: every mail to a customer or to the shop. */
  readonly mails: Mails
  /** Carts that were completed before they were paid, each with its task. */
  readonly payLater: PayLater
  /** Makes each refund at the gateway exactly once. */
  readonly refunds: Refunds
  /** Intended refunds, committed before the call. */
  readonly refundIntents: RefundIntents
  /** The recurring payment links. */
  readonly subscriptions: Subscriptions
  /** Lists of them, a page at a time. */
  readonly subscriptionPages: SubscriptionPages
  /** Locks between processes. */
  readonly leases: Leases
  /** The queue of scheduled tasks. */
  readonly tasks: Tasks
  /** The ledger queries and the last result of the search for unknown payments. */
  readonly sweeps: Sweeps
  /** The credit that an order should receive for a refund. */
  readonly credits: Credits

  /** The metrics; see docs/metrics.md. */
  readonly meters: Meters

  /** Called by Medusa when it stops. */
  __hooks = { onApplicationShutdown: async () => this.shutDown() }

  /** Called by Medusa with the module's container. */
  constructor(cradle: ModuleCradle & Pick<WebCheckoutService, OwnService> & { meters: Meters }, options: unknown) {
    super(cradle, options)
    this.options = cradle.webCheckoutOptions
    this.gateways = cradle.gateways
    this.checkouts = cradle.checkouts
    this.answers = cradle.answers
    this.checkoutPages = cradle.checkoutPages
    this.statements = cradle.statements
    this.purchases = cradle.purchases
    this.comparisons = cradle.comparisons
    this.dueCheckouts = cradle.dueCheckouts
    this.nextLook = cradle.nextLook
    this.cases = cradle.cases
    this.history = cradle.history
    this.tokens = cradle.tokens
    this.returnAddresses = cradle.returnAddresses
    this.payLinks = cradle.payLinks
    this.mails = cradle.mails
    this.payLater = cradle.payLater
    this.refunds = cradle.refunds
    this.refundIntents = cradle.refundIntents
    this.subscriptions = cradle.subscriptions
    this.subscriptionPages = cradle.subscriptionPages
    this.leases = cradle.leases
    this.tasks = cradle.tasks
    this.sweeps = cradle.sweeps
    this.credits = cradle.credits
    this.meters = cradle.meters
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
