import { CASE_TEXTS } from "../notice/case-texts"
import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { unrecordedRefund } from "../../modules/web-checkout/rules/books"
import { actionsOf } from "../../modules/web-checkout/rules/case-actions"
import { refundOfCase } from "../../modules/web-checkout/rules/case-refund"
import { seenAs } from "../../modules/web-checkout/rules/cases"
import { PLUGIN_ACTOR, type LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { booksOfRow } from "../../modules/web-checkout/rules/refunded"
import { isCheckoutAction, timeLineOf } from "../../modules/web-checkout/rules/time-line"
import { readPurchasesOf, readUsers } from "../medusa/read-purchases"
import { readCaseBooks } from "../refund/read-case-books"

/**
 * One row as the admin shows it: the columns that are wanted, what can be done about it, and what happened. Nothing is asked of
 * the gateway.
 *
 * @throws MedusaError NOT_FOUND
 */
export async function describeCheckout(container: MedusaContainer, id: string, fields: string[]) {
  const { checkouts, purchases, history, refundIntents, options } = container.resolve(WEB_CHECKOUT)
  const row = await checkouts.retrieve(id)
  const attempts = await purchases.listAttempts(row)
  const ids = attempts.map((attempt) => attempt.id)
  const [happened, refunds, names, books] = await Promise.all([
    history.list(ids),
    refundIntents.list(ids),
    readPurchasesOf(container, [row]),
    booksOfCase(row, container),
  ])
  const people = await readUsers(
    container,
    happened.flatMap(({ actor_id }) => (actor_id === null || actor_id === PLUGIN_ACTOR ? [] : [actor_id]))
  )
  return {
    ...Object.fromEntries(Object.entries(row).filter(([name]) => name === "id" || fields.includes(name))),
    ...names.get(row.id),
    ...books,
    /** Names the case as it stands, for whoever closes it; null where there is none. */
    case: seenAs(row),
    advice: row.attention && CASE_TEXTS[row.attention].advice,
    can: actionsOf(row, options),
    actions: happened
      .filter((entry) => entry.subject_id === id && isCheckoutAction(entry))
      .map(({ id: actionId, what, actor_id, note, created_at }) => ({
        id: actionId,
        ledger_id: id,
        action: what,
        actor_id,
        note,
        created_at,
      })),
    attempts: attempts.map(({ id, created_at, status, gateway_status, amount, currency_code }) => ({
      id,
      created_at,
      status,
      gateway_status,
      amount,
      currency_code,
    })),
    time_line: timeLineOf({ rows: attempts, history: happened, refunds }).map((entry) => ({
      ...entry,
      actor: entry.actor_id && (people.get(entry.actor_id) ?? null),
    })),
  }
}

/** What of a case's money can be given back, and what went back unseen. */
async function booksOfCase(row: LedgerCheckout, container: MedusaContainer) {
  if (row.attention === null) {
    return { refund: null, unrecorded_refund: null }
  }
  const gateway = booksOfRow(row)
  const medusa = await readCaseBooks(row, container)
  const { extendedApi } = container.resolve(WEB_CHECKOUT).options
  const isOutside = row.attention === "refunded_outside"
  return {
    /** null where the documented operations cannot refund. */
    refund: extendedApi ? refundOfCase(row.attention, gateway, medusa) : null,
    unrecorded_refund: isOutside ? (unrecordedRefund(gateway, medusa.payment?.refunded ?? 0) ?? null) : null,
  }
}
