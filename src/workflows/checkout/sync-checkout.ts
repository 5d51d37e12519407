import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import type { CheckoutAction, LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { settleCheckout, type SettleInput } from "./settle"

export interface CheckoutActionInput {
  /** The ledger row's id. */
  id: string
  /** The admin user's id. */
  actor_id: string
}

/**
 * Asks the gateway about a checkout at a person's request, and updates Medusa. A case stays open until it is settled, and a closed case is
 * not opened again.
 *
 * @throws MedusaError NOT_FOUND; with the gateway's error code when it gave no definite answer
 */
export async function syncCheckout(container: MedusaContainer, input: CheckoutActionInput): Promise<LedgerCheckout> {
  return actAndSettle(container, { ...input, action: "sync" })
}

/**
 * Writes down who acts, then settles: a run of its own, with its own locks, which no later failure may undo.
 *
 * @param how what this person may do beyond what the job does
 */
export async function actAndSettle(
  container: MedusaContainer,
  { id, actor_id, action }: CheckoutActionInput & { action: CheckoutAction },
  how: Pick<SettleInput, "ignore_resolved"> = {}
): Promise<LedgerCheckout> {
  const { checkouts, history } = container.resolve(WEB_CHECKOUT)
  await checkouts.retrieve(id)
  await history.record({ subject_id: id, action, actor_id })
  return settleCheckout(container, { id, force: true, ignore_wait: true, ...how })
}
