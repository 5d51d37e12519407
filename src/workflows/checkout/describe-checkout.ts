import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { actionsOf } from "../../modules/web-checkout/rules/case-actions"
import { PLUGIN_ACTOR } from "../../modules/web-checkout/rules/ledger"
import { isCheckoutAction, shownAction, timeLineOf } from "../../modules/web-checkout/rules/time-line"
import { readPurchasesOf, readUsers } from "../medusa/read-purchases"
import { describeCases } from "./describe-cases"

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
