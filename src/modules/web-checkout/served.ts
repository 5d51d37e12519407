import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { IEventBusModuleService } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { ModuleCradle } from "./cradle"
import type { WebCheckoutOptions } from "./options"

/** A service of the module. Medusa makes one of each, and hands it the module's container. `Own`: our services that it uses, by name. */
export abstract class Served<Own extends object = object> {
  constructor(protected readonly cradle: ModuleCradle & Own) {}

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
