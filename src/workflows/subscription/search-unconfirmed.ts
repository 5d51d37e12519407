import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { UNDECIDED } from "../../modules/web-checkout/rules/subscription-states"
import { searchAgainAt, searchAt } from "../../modules/web-checkout/rules/check-times"
import type { Task } from "../../modules/web-checkout/services/tasks"
import { AccountCircuits } from "../reconcile/account-circuits"
import { findLostSubscription } from "./find-lost-subscription"
import { recordUnlessSentAgain } from "./send-subscription"
import { shownAnswer } from "./subscription-answer"

const circuits = new AccountCircuits(1)

/**
 * Handles a create call whose process died, or whose answer was lost: the outcome is unknown, so it is unconfirmed. With `extendedApi` the
 * gateway is searched until the subscription is found or `giveUpAfterHours` have passed; then a person must decide.
 *
 * @returns when to search again; null if there is nothing left to search
 * @throws what the gateway's client throws; the search is retried. AccountRestingError while the account's gateway is not called
 */
export async function searchUnconfirmed(container: MedusaContainer, { subject_id: id }: Task): Promise<Date | null> {
  const webCheckout = container.resolve(WEB_CHECKOUT)
  const { subscriptions, gateways, options } = webCheckout
  const row = await subscriptions.find({ id })
  if (!row) {
    // Its process died before it wrote the row, and so before the call; or another request with the same key wrote its own.
    return null
  }
  const sentAt = new Date(row.sent_at ?? row.created_at)
  const first = searchAt(sentAt, options.timeoutMs)
  if (row.status === "creating" && first > new Date()) {
    // A person has just sent it again.
    return first
  }
  if (row.status === "creating") {
    await subscriptions.recordNotCreated(row, "unconfirmed", "The process ended before the payment service answered.")
  }
  // An account that is missing in the options cannot be searched, nor can a row without an email address.
  const gateway = gateways.has(row.account) && row.email !== null ? gateways.extended(row.account) : undefined
  const again = searchAgainAt(sentAt, options.reconcile.giveUpAfterHours)
  if (gateway && UNDECIDED.includes(row.status)) {
    try {
      const found = await circuits.execute(row.account, () => findLostSubscription(webCheckout, gateway, row))
      if (found) {
        const answer = shownAnswer(found)
        await recordUnlessSentAgain(container, row, answer, () => subscriptions.recordExisting(row, "found", answer))
        return null
      }
      if (again !== null) {
        return again
      }
    } catch (error) {
      // Several match, and a person must choose one; or a person has already decided.
      const isDecided = error instanceof MedusaError && error.type === MedusaError.Types.NOT_ALLOWED
      if (!isDecided && again !== null) {
        throw error
      }
    }
  }
  // The search has ended. If a case was open when it began, a person may have closed that one since, and `closeCase` schedules another search
  // where it is needed.
  const now = await subscriptions.retrieve(id)
  if (now.status === "unconfirmed" && row.attention === null) {
    await subscriptions.openCase(id, "unconfirmed")
  }
  return null
}
