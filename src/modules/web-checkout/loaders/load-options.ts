import { asValue } from "@medusajs/framework/awilix"
import type { LoaderOptions } from "@medusajs/framework/types"
import { parseOptions } from "../options"

/** Puts the parsed plugin options into the module's container. @throws MedusaError with every problem of them */
export default async function loadOptions({ container, options }: LoaderOptions): Promise<void> {
  container.register({ webCheckoutOptions: asValue(parseOptions(options)) })
}
