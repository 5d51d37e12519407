import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ContainerRegistrationKeys, generateEntityId } from "@medusajs/framework/utils"
import type { ModuleCradle } from "../cradle"
import { CLAIM_MS } from "../rules/check-times"
import { NO_SUBJECT, STANDING_KINDS, type TaskKind } from "../rules/tasks"

const TASK = "webcheckout_task"
/** The unique index leaves deleted rows out, so that a conflict must too. */
const OF_SUBJECT = "(environment, kind, subject_id) WHERE deleted_at IS NULL"

/** A task as its claim has found it. */
export interface Task {
  id: string
  kind: TaskKind
  subject_id: string
  /** When it comes due again, should whoever has claimed it die. */
  due_at: Date
  attempts: number
}

/** Work that comes due by itself, in PostgreSQL: no crash and no restart loses it, and any number of processes may take it. */
export class Tasks {
  private readonly knex: Knex
  private readonly environment: string

  constructor(cradle: ModuleCradle) {
    this.knex = cradle[ContainerRegistrationKeys.PG_CONNECTION]
    this.environment = cradle.webCheckoutOptions.environment
  }

  /**
   * Work on something is due from now on. Whoever is at it this moment does not end it.
   *
   * @param knex the transaction in which the subject is written, so that neither is there without the other
   */
  async schedule(kind: TaskKind, subjectId: string, knex: Knex = this.knex): Promise<void> {
    await knex(TASK)
      .insert(this.newTask(kind, subjectId))
      .onConflict(this.knex.raw(OF_SUBJECT))
      .merge(["due_at", "attempts", "updated_at"])
  }

  /** Sees to it that there is a task of each standing kind. */
  async ensureStanding(): Promise<void> {
    await this.knex(TASK)
      .insert(STANDING_KINDS.map((kind) => this.newTask(kind, NO_SUBJECT)))
      .onConflict(this.knex.raw(OF_SUBJECT))
      .ignore()
  }

  /**
   * Takes the task of a kind that has been due for longest. Its due date moves on at once: a process that dies keeps it from others for
   * no longer than that.
   *
   * @param subjectId only the task of this one
   * @returns undefined when none is due, or others have taken those that are
   */
  async claim(kind: TaskKind, subjectId?: string): Promise<Task | undefined> {
    const due = this.knex(TASK)
      .select("id")
      .where({ environment: this.environment, kind, ...(subjectId === undefined ? {} : { subject_id: subjectId }) })
      .whereNull("deleted_at")
      .whereRaw("due_at <= now()")
      .orderBy(["due_at", "id"])
      .limit(1)
      .forUpdate()
      .skipLocked()
    const [task] = await this.knex(TASK)
      .whereIn("id", due)
      .update({
        attempts: this.knex.raw("attempts + 1"),
        // In milliseconds, as a date of JavaScript: `finish` compares it.
        due_at: this.knex.raw("date_trunc('milliseconds', now()) + ? * interval '1 millisecond'", [CLAIM_MS]),
        updated_at: new Date(),
      })
      .returning<Task[]>(["id", "kind", "subject_id", "due_at", "attempts"])
    return task
  }

  /** A claimed task is done. One that was scheduled anew meanwhile stays due. @param next when it is due again; null for never */
  async finish(task: Task, next: Date | null): Promise<void> {
    const claimed = this.knex(TASK).where({ id: task.id, due_at: task.due_at })
    await (next === null ? claimed.delete() : claimed.update({ due_at: next, attempts: 0, updated_at: new Date() }))
  }

  /** A claimed task has failed: it is tried again after a pause. */
  async retryAfter(task: Task, pauseMs: number): Promise<void> {
    await this.knex(TASK)
      .where({ id: task.id, due_at: task.due_at })
      .update({ due_at: new Date(Date.now() + pauseMs), updated_at: new Date() })
  }

  private newTask(kind: TaskKind, subject_id: string): Record<string, unknown> {
    const now = new Date()
    const id = generateEntityId(undefined, "wtask")
    return { id, kind, subject_id, environment: this.environment, due_at: now, attempts: 0, updated_at: now }
  }
}
