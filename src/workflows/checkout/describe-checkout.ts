import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { actionsOf, refundOfCase } from "../../modules/web-checkout/rules/case-actions"
import { PLUGIN_ACTOR, type LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { isCheckoutAction, shownAction, timeLineOf } from "../../modules/web-checkout/rules/time-line"
import { readPurchasesOf, readUsers } from "../medusa/read-purchases"
import { unrecordedRefund } from "../../modules/web-checkout/rules/compare-books"
import { seenAs, withCase, type CaseRow } from "../../modules/web-checkout/rules/cases"
import { booksOfRow } from "../../modules/web-checkout/rules/gateway-books"
import { CASE_TEXTS } from "../notice/case-notice"
import { readCaseBooks } from "./gather"

/**
 * One row as the admin shows it: the requested columns, the possible actions and the history. The gateway is not asked.
 *
 * @throws MedusaError NOT_FOUND
 */
export async function describeCheckout(container: MedusaContainer, id: string, fields: readonly string[]) {
  const { checkouts, purchases, history, refundIntents, options } = container.resolve(WEB_CHECKOUT)
  const row = await checkouts.retrieve(id)
  const attempts = await purchases.listAttempts({ order_reference: row.order_reference })
  const ids = attempts.map((attempt) => attempt.id)
  const [happened, refunds, names, cases] = await Promise.all([
    history.list(ids),
    refundIntents.list(ids),
    readPurchasesOf(container, [row]),
    describeCases(container, row),
  ])
  // The row's own fields repeat those of the first open case.
  const first = cases.find(isOpen)
  const people = await readUsers(
    container,
    happened.flatMap(({ actor_id }) => (actor_id === null || actor_id === PLUGIN_ACTOR ? [] : [actor_id]))
  )
  return {
    ...Object.fromEntries(Object.entries(row).filter(([name]) => name === "id" || fields.includes(name))),
    ...names.get(row.id),
    case: first?.case ?? null,
    advice: first?.advice ?? null,
    refund: first?.refund ?? null,
    unrecorded_refund: first?.unrecorded_refund ?? null,
    cases,
    can: actionsOf(
      row,
      cases.filter(isOpen).map(({ attention }) => attention),
      options
    ),
    actions: happened
      .filter((entry) => entry.subject_id === id && isCheckoutAction(entry))
      .map((entry) => ({ ...shownAction(entry), ledger_id: id })),
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

/**
 * The cases of a row as the admin shows them: the open ones, then those that are over, each the oldest first. Only an open one has a tag, an
 * advice, a refundable amount, and a refund that Medusa does not show.
 */
async function describeCases(container: MedusaContainer, row: LedgerCheckout) {
  const { cases, options } = container.resolve(WEB_CHECKOUT)
  const all = await cases.listOf(row.id)
  const gateway = booksOfRow(row)
  const medusa = all.some(isOpen) ? await readCaseBooks(row, container) : undefined
  return all
    .map((one) => {
      const books = isOpen(one) ? medusa : undefined
      const unrecorded = books && unrecordedRefund(gateway, books.payment?.refunded ?? 0)
      return {
        ...describe(one),
        /** Names the case as it stands, for whoever closes it. */
        case: books ? seenAs(withCase(row, one)) : null,
        advice: books ? CASE_TEXTS[one.reason].advice : null,
        /** null where the documented operations cannot refund. */
        refund: books && options.extendedApi ? refundOfCase(one.reason, gateway, books) : null,
        unrecorded_refund: one.reason === "refunded_outside" ? (unrecorded ?? null) : null,
      }
    })
    .toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)))
}

/** What it is about, what the gateway had said, and how it ended. */
function describe({ id, reason, said, opened_at, told_at, closed_at, closed_by, note }: CaseRow) {
  return { id, attention: reason, said, opened_at, told_at, closed_at, closed_by, note }
}

function isOpen({ closed_at }: Pick<CaseRow, "closed_at">): boolean {
  return closed_at === null
}
