import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import {
  isGivenUp,
  retryAfterMs,
  STANDING_KINDS,
  TASK_KINDS,
  type TaskKind,
} from "../../modules/web-checkout/rules/tasks"
import type { Task } from "../../modules/web-checkout/services/tasks"
import { withJobTimeLimit } from "../time-limit"
import { ROUND_MS, AccountRestingError } from "../reconcile/account-circuits"
import { WORK } from "./task-work"
import { logFailure, warnOf } from "../log-failure"
import { ringBell } from "../medusa/notifications"

/**
 * In ms. The lease of a running task, renewed while its work runs (15 minutes at most): a task is not started again while an earlier run, for
 * which the job no longer waits, is still working.
 */
const TASK_LEASE = { waitMs: 0, ttlMs: 60_000 }
/** In ms: the pause before a task whose earlier run is still working can be claimed again. */
const BUSY_MS = 10_000

/**
 * Runs the due tasks, and those that become due meanwhile; starts none after ROUND_MS. Kinds run in parallel; within a kind, the task that has
 * been due longest runs first. Never throws.
 */
export async function runTasks(container: MedusaContainer): Promise<void> {
  const end = Date.now() + ROUND_MS
  const { tasks } = container.resolve(WEB_CHECKOUT)
  await tasks.ensure(STANDING_KINDS).catch(warnOf(container, "the recurring tasks could not be created"))
  let isAnyDue = true
  while (isAnyDue && Date.now() < end) {
    isAnyDue = (await Promise.all(TASK_KINDS.map((kind) => runDue(container, kind, end)))).includes(true)
  }
}

/**
 * Runs the due tasks of a kind, one after another. Never throws.
 *
 * @param end after this time no task is started; in ms since 1970
 * @returns whether a task ran
 */
async function runDue(container: MedusaContainer, kind: TaskKind, end: number): Promise<boolean> {
  const warnNotClaimed = warnOf(container, `the next ${kind} task could not be claimed`)
  let isAny = false
  while (Date.now() < end && (await runOne(container, kind).catch(warnNotClaimed))) {
    isAny = true
  }
  return isAny
}

/**
 * Claims and runs the task of a kind that has been due longest, if there is one. A failed task becomes due again (`retryAfterMs`).
 *
 * @param subjectId claims only the task of this subject
 * @returns whether a task was claimed
 */
export async function runOne(container: MedusaContainer, kind: TaskKind, subjectId?: string): Promise<boolean> {
  const { tasks, leases } = container.resolve(WEB_CHECKOUT)
  const task = await tasks.claim(kind, subjectId)
  if (!task) {
    return false
  }
  try {
    const held = await withJobTimeLimit(
      leases.hold(`task:${task.id}`, TASK_LEASE, () => WORK[task.kind](container, task))
    )
    await (held ? tasks.finish(task, held.result) : tasks.retryAfter(task, BUSY_MS, { isCounted: false }))
  } catch (error) {
    await retryLater(container, task, error)
  }
  return true
}

async function retryLater(container: MedusaContainer, task: Task, error: unknown): Promise<void> {
  const { tasks } = container.resolve(WEB_CHECKOUT)
  const what = ["task", task.kind, task.subject_id].join(" ").trim()
  const isCounted = !(error instanceof AccountRestingError)
  if (isCounted) {
    logFailure(container, `${what} has failed and runs again later`, error)
  }
  const pauseMs = isCounted ? retryAfterMs(task.attempts) : error.until.getTime() - Date.now()
  await tasks.retryAfter(task, pauseMs, { isCounted }).catch(warnOf(container, `${what} could not be rescheduled`))
  if (isCounted && isGivenUp(task.attempts)) {
    await notifyOfFailing(container, task).catch(warnOf(container, `the notification about ${what} could not be sent`))
  }
}

/** Rings the admin's bell for a task that keeps failing, at most once a day (UTC). */
async function notifyOfFailing(container: MedusaContainer, { id, kind, subject_id, attempts }: Task): Promise<void> {
  const what = [kind, subject_id].join(" ").trim()
  await ringBell(container, {
    key: `webcheckout:task:${id}:${new Date().toISOString().slice(0, 10)}`,
    title: "A task of the plugin keeps failing",
    description: `"${what}" has failed ${attempts} times in a row. The server's log gives the reason. It is tried again once a day.`,
    resource_id: subject_id || id,
    resource_type: "webcheckout_task",
    trigger_type: "webcheckout.task.failing",
  })
}
