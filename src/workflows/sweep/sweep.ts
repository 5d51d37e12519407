import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { notAllowed } from "../../modules/web-checkout/errors"
import { DEFAULT_ACCOUNT } from "../../modules/web-checkout/options"
import { inADay } from "../../modules/web-checkout/rules/check-times"
import {
  sweepProgressSchema,
  sweptEntry,
  type SweepProgress,
  type SweepResult,
} from "../../modules/web-checkout/rules/sweep"
import { NO_SUBJECT } from "../../modules/web-checkout/rules/tasks"
import type { Task } from "../../modules/web-checkout/services/tasks"
import { GuardedAccounts, wasAsked } from "../reconcile/guarded-accounts"
import { tellSweep } from "./tell-sweep"

const DAY_MS = 86_400_000
/** The daily sweep looks so far back: a database that was restored from a backup lacks less than that. */
const DAILY_LOOKS_BACK_MS = 31 * DAY_MS
const PAGE_SIZE = 100
/** A run of the task ends in time, and the next goes on where it has ended. */
const MOST_PAGES_AT_ONCE = 100
/** So many are kept and shown; all are counted. */
const MOST_LISTED = 200

const accounts = new GuardedAccounts(1)

/** The daily sweep, where the options switch it on. @returns when it goes on, or is due again */
export async function sweepDaily(container: MedusaContainer, { id, data }: Task): Promise<Date> {
  const { options, tasks } = container.resolve(WEB_CHECKOUT)
  if (!options.reconcile.sweep) {
    return inADay()
  }
  const begun =
    sweepProgressSchema.safeParse(data.progress).data ?? newSweep(new Date(Date.now() - DAILY_LOOKS_BACK_MS))
  let progress: SweepProgress
  try {
    progress = await goOn(container, begun)
  } catch (error) {
    const account = accountsOf(container)[begun.account] ?? DEFAULT_ACCOUNT
    if (!wasAsked(error)) {
      return accounts.afterRest(account)
    }
    throw error
  }
  if (!isOver(container, progress)) {
    await tasks.remember({ id }, { progress })
    return new Date()
  }
  await finish(container, progress)
  return inADay()
}

/**
 * Looks at once for paid checkouts that look like ours and that the ledger does not know. What is found is kept for the admin's page, and
 * told like what the daily sweep finds. Changes nothing else.
 *
 * @param onPage called after each page of the gateway's lists
 * @throws MedusaError NOT_ALLOWED without `extendedApi`; what the gateway's client throws
 */
export async function sweepNow(container: MedusaContainer, since: Date, onPage: () => void): Promise<SweepResult> {
  if (!container.resolve(WEB_CHECKOUT).options.extendedApi) {
    throw notAllowed("The sweep needs extendedApi: true, because the documented operations cannot list checkouts.")
  }
  let progress = newSweep(since)
  while (!isOver(container, progress)) {
    progress = await nextPage(container, progress)
    onPage()
  }
  return finish(container, progress)
}

function newSweep(since: Date): SweepProgress {
  return { since, account: 0, page: 0, known: 0, count: 0, found: [], unreadable: 0, unseen: [] }
}

function accountsOf(container: MedusaContainer): string[] {
  return [DEFAULT_ACCOUNT, ...Object.keys(container.resolve(WEB_CHECKOUT).options.accounts)]
}

function isOver(container: MedusaContainer, progress: SweepProgress): boolean {
  return progress.account >= accountsOf(container).length
}

async function goOn(container: MedusaContainer, begun: SweepProgress): Promise<SweepProgress> {
  let progress = begun
  for (let pages = 0; pages < MOST_PAGES_AT_ONCE && !isOver(container, progress); pages += 1) {
    progress = await nextPage(container, progress)
  }
  return progress
}

/** Looks at one page of an account's list, and says where to go on. */
async function nextPage(container: MedusaContainer, progress: SweepProgress): Promise<SweepProgress> {
  const { gateways, sweeps } = container.resolve(WEB_CHECKOUT)
  const { since } = progress
  const account = accountsOf(container)[progress.account]
  const afterId = await sweeps.lastIdBefore(account, since)
  const { content, totalPages } = await accounts.execute(account, async () =>
    gateways.requireExtended(account).listCheckouts({ afterId, page: progress.page, size: PAGE_SIZE })
  )
  const entries = content.map((entry) => sweptEntry(entry, account, since))
  const candidates = entries.flatMap((entry) => (entry.kind === "candidate" ? entry : []))
  const ids = entries.flatMap((entry) => (entry.kind === "unreadable" ? [] : entry.id))
  const ledger = await sweeps.listKnown(
    account,
    ids,
    candidates.flatMap(({ requestId }) => requestId ?? [])
  )
  const listed = new Set(progress.found.map(({ checkout_id }) => checkout_id))
  const unknown = candidates.filter(
    ({ id, requestId }) => !ledger.has(id) && !(requestId !== null && ledger.has(requestId)) && !listed.has(id)
  )
  const known = progress.known + ids.filter((id) => ledger.has(id)).length
  const next = {
    ...progress,
    page: progress.page + 1,
    known,
    count: progress.count + unknown.length,
    found: [...progress.found, ...unknown.map(({ found }) => found)].slice(0, MOST_LISTED),
    unreadable: progress.unreadable + entries.filter(({ kind }) => kind === "unreadable").length,
  }
  if (content.length > 0 && next.page < totalPages) {
    return next
  }
  const isUnseen = known === 0 && (await sweeps.hasAnySince(account, since))
  return {
    ...next,
    account: progress.account + 1,
    page: 0,
    known: 0,
    unseen: isUnseen ? [...progress.unseen, account] : progress.unseen,
  }
}

/** Told first: should the process die in between, it is told once all the same. */
async function finish(
  container: MedusaContainer,
  { since, count, found, unreadable, unseen }: SweepProgress
): Promise<SweepResult> {
  const { tasks } = container.resolve(WEB_CHECKOUT)
  const result = { since, swept_at: new Date(), count, found, unreadable, unseen }
  await tellSweep(container, result)
  await tasks.schedule("sweep", NO_SUBJECT, { at: inADay(), data: { progress: null, result } })
  return result
}
