import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { actionsOf, refundOfCase } from "../../modules/web-checkout/rules/case-actions"
import { PLUGIN_ACTOR, type LedgerCheckout } from "../../modules/web-checkout/rules/ledger"
import { isCheckoutAction, shownAction, timeLineOf } from "../../modules/web-checkout/rules/time-line"
import { readPurchasesOf, readUsers } from "../medusa/read-purchases"
import { unrecordedRefund } from "../../modules/web-checkout/rules/books"
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
  const attempts = await purchases.listAttempts(row)
  const ids = attempts.map((attempt) => attempt.id)
  const [happened, refunds, names, cases] = await Promise.all([
    history.list(ids),
    refundIntents.list(ids),
    readPurchasesOf(container, [row]),
    describeCases(container, row),
  ])
  const people = await readUsers(
    container,
    happened.flatMap(({ actor_id }) => (actor_id === null || actor_id === PLUGIN_ACTOR ? [] : [actor_id]))
  )
  return {
    ...Object.fromEntries(Object.entries(row).filter(([name]) => name === "id" || fields.includes(name))),
    ...names.get(row.id),
    ...cases,
    can: actionsOf(
      row,
      cases.cases.flatMap(({ closed_at, attention }) => (closed_at === null ? attention : [])),
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

/** The cases of a row as the admin shows them, the open ones first; what concerns the first open one also stands beside the row's `attention`. */
async function describeCases(container: MedusaContainer, row: LedgerCheckout) {
  const { cases: service, options } = container.resolve(WEB_CHECKOUT)
  const all = await service.listOf(row.id)
  const isOpen = ({ closed_at }: CaseRow) => closed_at === null
  const medusa = all.some(isOpen) ? await readCaseBooks(row, container) : undefined
  const gateway = booksOfRow(row)
  const cases = [...all.filter(isOpen), ...all.filter((one) => !isOpen(one))].map((one) => {
    const { id, reason, said, opened_at, told_at, closed_at, closed_by, note } = one
    const open = isOpen(one) ? medusa : undefined
    const unrecorded = open && reason === "refunded_outside" && unrecordedRefund(gateway, open.payment?.refunded ?? 0)
    return {
      ...{ id, attention: reason, said, opened_at, told_at, closed_at, closed_by, note },
      /** Names the case as it stands, for whoever closes it. */
      case: open ? seenAs(withCase(row, one)) : null,
      advice: open ? CASE_TEXTS[reason].advice : null,
      /** null where the documented operations cannot refund. */
      refund: open && options.extendedApi ? refundOfCase(reason, gateway, open) : null,
      unrecorded_refund: typeof unrecorded === "number" ? unrecorded : null,
    }
  })
  const { case: tag = null, advice = null, refund = null, unrecorded_refund = null } = cases.at(0) ?? {}
  return { case: tag, advice, refund, unrecorded_refund, cases }
}
