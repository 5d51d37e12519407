import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { inADay } from "../../modules/web-checkout/rules/check-times"
import {
  DAILY_LOOKS_BACK_MS,
  sweepProgressSchema,
  sweepResultSchema,
  sweptEntry,
  type SweepProgress,
  type SweepResult,
} from "../../modules/web-checkout/rules/swept-checkouts"
import { NO_SUBJECT, STANDING_KINDS } from "../../modules/web-checkout/rules/tasks"
import type { Task } from "../../modules/web-checkout/services/tasks"
import { AccountCircuits, AccountRestingError } from "../reconcile/account-circuits"
import { createHash } from "node:crypto"
import { sweepVerdict } from "../../modules/web-checkout/rules/sweep-verdict"
import { ringBell } from "../medusa/notifications"
import { inTest } from "../notice/shop-mail-content"

const PAGE_SIZE = 100
/** In ms. A run starts no page later than this, because no task may take longer than `withJobTimeLimit` allows. The next run continues. */
const LONGEST_RUN_MS = 45_000
/** After this many failed runs an account's list is skipped. */
const MOST_ATTEMPTS = 5
const NO_LIST = "The basic API cannot list checkouts."
/** The number that is stored and shown; all are counted. */
const MOST_LISTED = 200

const circuits = new AccountCircuits(1)

/**
 * The daily sweep, if the options enable it.
 *
 * @returns when it continues or is due again
 * @throws what the gateway's client throws, up to MOST_ATTEMPTS times; AccountRestingError while the account's gateway is not called
 */
export async function sweepDaily(container: MedusaContainer, { id, data, attempts }: Task): Promise<Date> {
  const { gateways, options, tasks } = container.resolve(WEB_CHECKOUT)
  if (!options.reconcile.sweep) {
    return inADay()
  }
  const end = Date.now() + LONGEST_RUN_MS
  const kept = sweepProgressSchema.safeParse(data.progress).data
  const isGone = kept !== undefined && kept.account !== null && !gateways.has(kept.account)
  let progress = kept && !isGone ? kept : newSweep(container, new Date(Date.now() - DAILY_LOOKS_BACK_MS))
  while (progress.account !== null && Date.now() < end) {
    const { account } = progress
    try {
      progress = await nextPage(container, progress, account)
    } catch (error) {
      if (error instanceof AccountRestingError || attempts < MOST_ATTEMPTS) {
        throw error
      }
      // The unreadable list is reported together with the results of the other accounts.
      progress = nextAccount(container, progress, account, true)
      await tasks.remember({ id }, { progress })
      // The next account starts with no failures.
      return new Date()
    }
    await tasks.remember({ id }, { progress })
  }
  if (progress.account !== null) {
    return new Date()
  }
  await finish(container, progress)
  await tasks.remember({ id }, { progress: null })
  return inADay()
}

/**
 * Searches now for paid checkouts that look like this store's and that the ledger does not know. The result is stored for the admin's page,
 * and notified like that of the daily sweep. No payment is changed.
 *
 * @param onPage called after each page of the gateway's lists
 * @throws MedusaError NOT_ALLOWED without `extendedApi`; what the gateway's client throws
 */
export async function sweepNow(container: MedusaContainer, since: Date, onPage: () => void): Promise<SweepResult> {
  let progress = newSweep(container, since)
  while (progress.account !== null) {
    progress = await nextPage(container, progress, progress.account)
    onPage()
  }
  return finish(container, progress)
}

function newSweep(container: MedusaContainer, since: Date): SweepProgress {
  const [account] = container.resolve(WEB_CHECKOUT).gateways.accountNames()
  return { since, account, page: 0, known: 0, count: 0, found: [], unreadable: 0, unseen: [] }
}

/** Processes one page of an account's list. @returns the progress */
async function nextPage(container: MedusaContainer, progress: SweepProgress, account: string): Promise<SweepProgress> {
  const { gateways, sweeps } = container.resolve(WEB_CHECKOUT)
  const { since } = progress
  const afterId = await sweeps.newestCheckoutId(account, { $lt: since })
  const { content, totalPages } = await circuits.execute(account, async () =>
    gateways.requireExtended(account, NO_LIST).listCheckouts({ afterId, page: progress.page, size: PAGE_SIZE })
  )
  const entries = content.flatMap((entry) => sweptEntry(entry, account, since) ?? [])
  const ids = entries.map(({ id }) => id)
  const requestIds = entries.flatMap(({ found, requestId }) => (found && requestId) ?? [])
  const ledger = await sweeps.listKnown(account, ids, requestIds)
  const ledgerOrListed = new Set([...ledger, ...progress.found.map(({ checkout_id }) => checkout_id)])
  const unknown = entries.flatMap(({ id, requestId, found }) =>
    found && !ledgerOrListed.has(id) && !ledger.has(requestId ?? "") ? found : []
  )
  const known = progress.known + ids.filter((id) => ledger.has(id)).length
  const next = {
    ...progress,
    page: progress.page + 1,
    known,
    count: progress.count + unknown.length,
    found: [...progress.found, ...unknown].slice(0, MOST_LISTED),
    unreadable: progress.unreadable + content.length - entries.length,
  }
  if (content.length > 0 && next.page < totalPages) {
    return next
  }
  const isUnseen = known === 0 && (await sweeps.newestCheckoutId(account, { $gte: since })) !== undefined
  return nextAccount(container, next, account, isUnseen)
}

function nextAccount(
  container: MedusaContainer,
  progress: SweepProgress,
  account: string,
  isUnseen: boolean
): SweepProgress {
  const names = container.resolve(WEB_CHECKOUT).gateways.accountNames()
  const unseen = isUnseen ? [...progress.unseen, account] : progress.unseen
  return { ...progress, unseen, account: names[names.indexOf(account) + 1] ?? null, page: 0, known: 0 }
}

/** The bell rings before the result is kept: if the process dies in between, the next run uses the same key, and it does not ring twice. */
async function finish(container: MedusaContainer, progress: SweepProgress): Promise<SweepResult> {
  const { tasks } = container.resolve(WEB_CHECKOUT)
  // `parse` keeps only the fields of a result.
  const result = sweepResultSchema.parse({ ...progress, swept_at: new Date() })
  await notifyOfSweep(container, result)
  await tasks.ensure(STANDING_KINDS)
  await tasks.remember({ kind: "sweep", subject_id: NO_SUBJECT }, { result })
  return result
}

/** Rings the bell for a sweep's result, once until the result changes. */
async function notifyOfSweep(container: MedusaContainer, result: SweepResult): Promise<void> {
  const verdict = sweepVerdict(result)
  if (verdict === "none") {
    return
  }
  const { count, found, unseen, unreadable } = result
  const { environment } = container.resolve(WEB_CHECKOUT).options
  const what = createHash("sha256").update(
    JSON.stringify([count, found.map(({ checkout_id }) => checkout_id), unseen, unreadable])
  )
  await ringBell(container, {
    key: `webcheckout:sweep:${environment}:${what.digest("hex").slice(0, 16)}`,
    title:
      verdict === "unreliable"
        ? "The search for unknown payments is not reliable"
        : `${count === 1 ? "1 paid checkout is" : `${count} paid checkouts are`} unknown to this store`,
    description: `Open Settings → Web checkout to see ${verdict === "unreliable" ? "why" : "the list"}${inTest(environment)}.`,
    resource_id: "sweep",
    resource_type: "webcheckout_task",
    trigger_type: "webcheckout.sweep",
  })
}
