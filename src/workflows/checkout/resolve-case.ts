import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { FailureError, failureOf, isRefusal } from "../../modules/web-checkout/errors"
import { seenAs, withCase, type CaseRow } from "../../modules/web-checkout/rules/cases"
import { findCase } from "../../modules/web-checkout/services/cases"
import type { LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import type { WebCheckoutService } from "../../modules/web-checkout/service"
import type { CheckoutActionInput } from "./sync-checkout"

/**
 * `note` says how the case was dealt with, for later questions. `case` is the tag of the case from an earlier answer: if the case has
 * changed since, it is not closed. A case's id or reason closes it as it stands. `case` is required if several cases are open.
 */
export const resolveCaseBody = z.strictObject({
  note: z.string().trim().min(1).max(2000),
  case: z.string().max(200).optional(),
})

export type ResolveCaseInput = CheckoutActionInput & z.infer<typeof resolveCaseBody>

/**
 * Closes a checkout's case that a person has dealt with outside Medusa, with a note. The gateway is asked first, if possible: its answer
 * must show that it is still the case that the person saw.
 *
 * @throws MedusaError NOT_FOUND; NOT_ALLOWED when it needs nobody; INVALID_DATA at `case` when several are open and none is named;
 *   CONFLICT when it has become another case; with the code `gateway_ambiguous` when the gateway gave no usable answer
 */
export async function resolveCase(
  container: MedusaContainer,
  { id, case: seen, actor_id, note }: ResolveCaseInput
): Promise<LedgerCheckout> {
  const webCheckout = container.resolve(WEB_CHECKOUT)
  const row = await webCheckout.checkouts.retrieve(id)
  const named = findCase(row, await webCheckout.cases.listOpenOf(id), seen)
  if (named && webCheckout.checkouts.canBeAsked(row)) {
    await ask(webCheckout, row, named)
  }
  const shown = named ? (seenAs(withCase(row, named)) ?? undefined) : seen
  return webCheckout.cases.resolve(id, { actor_id, note }, shown)
}

/** Writes the answer into the row. A refusal, or no answer in an `unanswered` case, does not stop the closing: only a person can judge these. */
async function ask({ checkouts }: WebCheckoutService, row: LedgerCheckout, { reason }: CaseRow): Promise<void> {
  try {
    await checkouts.ask(row)
  } catch (error) {
    const failure = failureOf(error)
    const { code, retryAfterMs, message } = failure
    if (code === undefined) {
      throw error
    }
    if (!isRefusal(failure) && reason !== "unanswered") {
      throw new FailureError(
        MedusaError.Types.UNEXPECTED_STATE,
        `The case was not closed, because the payment service gave no usable answer about it: ${message}`,
        { code: "gateway_ambiguous", retryAfterMs }
      )
    }
  }
}
