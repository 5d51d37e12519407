import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { DAL, IEventBusModuleService, Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { WebCheckoutOptions } from "./options"
import { Table, type ModelService } from "./table"

/** The models that are read through Medusa's services; leases and tasks are not. */
type ModelName = "Case" | "Checkout" | "History" | "PayLink" | "Mail" | "Refund" | "Subscription" | "Token"

/** What Medusa and the loaders put into the module's container; our own services stand there by their class names. */
export interface ModuleCradle extends Record<`webcheckout${ModelName}Service`, ModelService> {
  logger: Logger
  baseRepository: DAL.RepositoryService
  [Modules.EVENT_BUS]: IEventBusModuleService
  [ContainerRegistrationKeys.PG_CONNECTION]: Knex
  /** Put there by loaders/load-options. */
  webCheckoutOptions: WebCheckoutOptions
}

/**
 * Base class of the classes in services/: Medusa creates one instance of each and passes the module's container.
 *
 * @typeParam Own the plugin's services that the class uses, by name
 */
export abstract class OwnService<Own extends object = object> {
  constructor(protected readonly cradle: ModuleCradle & Own) {}

  /** @typeParam Row must be a row of the model: this is not checked */
  protected tableOf<Row extends object>(model: ModelName): Table<Row> {
    return new Table(this.cradle[`webcheckout${model}Service`], this.cradle.baseRepository)
  }

  protected get knex(): Knex {
    return this.cradle[ContainerRegistrationKeys.PG_CONNECTION]
  }

  protected get options(): WebCheckoutOptions {
    return this.cradle.webCheckoutOptions
  }

  protected get environment(): string {
    return this.options.environment
  }

  protected get eventBus(): IEventBusModuleService {
    return this.cradle[Modules.EVENT_BUS]
  }
}
