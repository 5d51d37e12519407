import type { MedusaContainer } from "@medusajs/framework/types"
import { WEB_CHECKOUT } from "../../modules/web-checkout"
import { isGivenUp, retryAfterMs, TASK_KINDS, type TaskKind } from "../../modules/web-checkout/rules/task-kinds"
import type { Task } from "../../modules/web-checkout/services/tasks"
import { withJobTimeLimit } from "../time-limit"
import { ROUND_MS, TaskPostponedError } from "../reconcile/guarded-accounts"
import { WORK } from "./task-work"
import { logFailure } from "../log-failure"
import { ringBell } from "../medusa/notifications"

/** Work that outlives its claim keeps this lease: the task does not run twice at once. */
const TURN = { waitMs: 0, ttlMs: 60_000 }
/** In ms: when a task is claimed again whose earlier run is still working. */
const BUSY_MS = 10_000

/** Runs the tasks that are due, and those that they make: the kinds side by side, the oldest first within a kind. Never throws. */
export async function runTasks(container: MedusaContainer): Promise<void> {
  const end = Date.now() + ROUND_MS
  const { tasks } = container.resolve(WEB_CHECKOUT)
  await tasks.ensureStanding().catch(warn(container, "the standing tasks could not be made"))
  let isAnyDue = true
  while (isAnyDue && Date.now() < end) {
    isAnyDue = (await Promise.all(TASK_KINDS.map((kind) => runDue(container, kind, end)))).includes(true)
  }
}

/**
 * Runs the tasks of a kind that are due. Never throws.
 *
 * @param end when no more are begun, in ms since 1970
 * @returns whether there were any
 */
async function runDue(container: MedusaContainer, kind: TaskKind, end: number): Promise<boolean> {
  let count = 0
  try {
    while (Date.now() < end && (await runOne(container, kind))) {
      count += 1
    }
  } catch (error) {
    warn(container, `no task ${kind} could be claimed`)(error)
  }
  return count > 0
}

/**
 * Runs one task that is due, if there is one. What fails is due again after a while.
 *
 * @param subjectId only the task of this one
 * @returns whether there was one
 */
export async function runOne(container: MedusaContainer, kind: TaskKind, subjectId?: string): Promise<boolean> {
  const task = await container.resolve(WEB_CHECKOUT).tasks.claim(kind, subjectId)
  if (!task) {
    return false
  }
  await run(container, task)
  return true
}

async function run(container: MedusaContainer, task: Task): Promise<void> {
  const { tasks, leases } = container.resolve(WEB_CHECKOUT)
  try {
    const done = await withJobTimeLimit(leases.hold(`task:${task.id}`, TURN, () => WORK[task.kind](container, task)))
    await (done ? tasks.finish(task, done.result) : tasks.putBack(task, BUSY_MS))
  } catch (error) {
    const what = ["task", task.kind, task.subject_id].join(" ").trim()
    const warnNotPutOff = warn(container, `${what} could not be put off`)
    if (error instanceof TaskPostponedError) {
      await tasks.putBack(task, error.until.getTime() - Date.now()).catch(warnNotPutOff)
      return
    }
    warn(container, `${what} has failed and runs again later`)(error)
    await tasks.retryAfter(task, retryAfterMs(task.attempts)).catch(warnNotPutOff)
    if (isGivenUp(task.attempts)) {
      await notifyOfFailing(container, task).catch(warn(container, `the notification about ${what} could not be sent`))
    }
  }
}

function warn(container: MedusaContainer, what: string): (error: unknown) => void {
  return (error) => logFailure(container, what, error)
}

/** Rings the bell for a task that keeps failing, once a day for as long as it does. */
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
