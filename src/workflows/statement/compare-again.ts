import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { statementScope, type StatementQuery } from "./statement-scope"

/**
 * Has the gateway asked about every checkout of a period, and the books compared. The job does it, within minutes: what is open
 * goes first.
 *
 * @returns how many are asked about
 * @throws MedusaError INVALID_DATA with the field and the rule
 */
export async function compareAgain(container: MedusaContainer, query: StatementQuery): Promise<number> {
  const { statements, options } = container.resolve(WEB_CHECKOUT)
  return statements.compareAgain(statementScope(options, query))
}
