import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { DAL, IEventBusModuleService, Logger } from "@medusajs/framework/types"
import type { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { WebCheckoutOptions } from "./options"
import type { Cases } from "./services/cases"
import type { CheckoutRows } from "./services/checkout-rows"
import type { Checkouts } from "./services/checkouts"
import type { DueCheckouts } from "./services/due-checkouts"
import type { Gateways } from "./services/gateways"
import type { Leases } from "./services/leases"
import type { Purchases } from "./services/purchases"
import type { RefundIntents } from "./services/refund-intents"
import type { Refunds } from "./services/refunds"
import type { ReturnAddresses } from "./services/return-addresses"
import type { SubscriptionPages } from "./services/subscription-pages"
import type { Subscriptions } from "./services/subscriptions"
import type { ModelService } from "./table"

/** The module's container: what Medusa puts in, a service for each model, and our own services by their class names. */
export interface ModuleCradle {
  logger: Logger
  baseRepository: DAL.RepositoryService
  [Modules.EVENT_BUS]: IEventBusModuleService
  [ContainerRegistrationKeys.PG_CONNECTION]: Knex
  /** Put there by loaders/load-options. */
  webCheckoutOptions: WebCheckoutOptions
  webcheckoutActionService: ModelService
  webcheckoutCheckoutService: ModelService
  webcheckoutRefundService: ModelService
  webcheckoutReturnTokenService: ModelService
  webcheckoutSubscriptionService: ModelService
  webcheckoutSubscriptionActionService: ModelService
  cases: Cases
  checkoutRows: CheckoutRows
  checkouts: Checkouts
  dueCheckouts: DueCheckouts
  gateways: Gateways
  leases: Leases
  purchases: Purchases
  refundIntents: RefundIntents
  refunds: Refunds
  returnAddresses: ReturnAddresses
  subscriptionPages: SubscriptionPages
  subscriptions: Subscriptions
}
