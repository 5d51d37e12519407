import { OwnService } from "../own-service"
import type { WebcheckoutTask } from "../models/task"
import type { RowOf } from "../table"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import { CLAIM_MS } from "../rules/check-times"
import { NO_SUBJECT, type TaskKind } from "../rules/tasks"

const TASK = "webcheckout_task"
/** The conflict target: the column and the condition of the unique partial index. */
const OF_SUBJECT = "(environment, kind, subject_id) WHERE deleted_at IS NULL"

/** NULL in a task that was made without data. */
const REMEMBERED = `COALESCE(${TASK}.data, '{}'::jsonb)`

/** A claimed task. `due_at`: when the claim expires. `data` is kept from one run to the next. */
export type Task = Omit<RowOf<typeof WebcheckoutTask>, "kind" | "environment" | "data" | "created_at"> & {
  kind: TaskKind
  data: Record<string, unknown>
}

/** A queue of scheduled tasks in PostgreSQL. Tasks survive crashes, and any number of processes can claim them. */
export class Tasks extends OwnService {
  /**
   * Creates a task, or moves its due date. A task that is running becomes due again afterwards.
   *
   * @param at default: now
   * @param data merged into the task's data
   * @param knex the transaction that writes the subject, so that both are committed or neither
   */
  async schedule(
    kind: TaskKind,
    subjectId: string,
    { at, data, knex = this.knex }: { at?: Date; data?: Record<string, unknown>; knex?: Knex } = {}
  ): Promise<void> {
    const excluded = (column: string) => this.knex.raw(`excluded.${column}`)
    await knex(TASK)
      .insert({ ...this.newTask(kind, subjectId), ...(at ? { due_at: at } : {}), data: JSON.stringify(data ?? {}) })
      .onConflict(this.knex.raw(OF_SUBJECT))
      .merge({
        due_at: excluded("due_at"),
        attempts: excluded("attempts"),
        updated_at: excluded("updated_at"),
        data: this.knex.raw(`${REMEMBERED} || excluded.data`),
      })
  }

  /**
   * Schedules the task of a cart that is being completed unpaid. It is committed before the order is placed, so that neither a crash nor a
   * lost event leaves the order without its pay link. If an earlier completion placed no order, its task becomes due again.
   */
  async noteUnpaid(session: { id: string; payment_collection_id: string }): Promise<void> {
    const data = { payment_session_id: session.id, noted_at: new Date() }
    await this.schedule("process_unpaid_order", session.payment_collection_id, { data })
  }

  /** The data of a task; an empty object if there is no such task. */
  async dataOf(kind: TaskKind, subjectId: string): Promise<Record<string, unknown>> {
    const [task] = await this.knex(TASK)
      .where({ environment: this.environment, kind, subject_id: subjectId })
      .whereNull("deleted_at")
      .select<Pick<Task, "data">[]>(this.knex.raw(`${REMEMBERED} AS data`))
    return task?.data ?? {}
  }

  /** Merges `data` into the task's data. */
  async remember(task: Pick<Task, "id"> | Pick<Task, "kind" | "subject_id">, data: Record<string, unknown>) {
    // A claimed task also has its earlier `data` and `due_at`: as conditions they would match no row after the first change.
    const key = "id" in task ? { id: task.id } : { kind: task.kind, subject_id: task.subject_id }
    await this.knex(TASK)
      .where({ environment: this.environment, ...key })
      .update({ data: this.knex.raw(`${REMEMBERED} || ?::jsonb`, [JSON.stringify(data)]) })
  }

  /** Creates the missing tasks of these kinds: one for each subject, or one without a subject for a standing kind. Existing tasks keep their date. */
  async ensure(kinds: readonly TaskKind[], subjectIds = [NO_SUBJECT]): Promise<void> {
    const tasks = kinds.flatMap((kind) => subjectIds.map((id) => this.newTask(kind, id)))
    if (tasks.length > 0) {
      await this.knex(TASK).insert(tasks).onConflict(this.knex.raw(OF_SUBJECT)).ignore()
    }
  }

  /**
   * Claims the task of a kind that has been due for longest. If the process dies, the claim expires after CLAIM_MS.
   *
   * @param subjectId claims only the task of this subject
   * @returns undefined if no task is due, or other processes have claimed all that are
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
      .where("id", due)
      .update({
        attempts: this.knex.raw("attempts + 1"),
        due_at: this.after(CLAIM_MS),
        updated_at: new Date(),
      })
      .returning<Task[]>(["id", "kind", "subject_id", this.knex.raw(`${REMEMBERED} AS data`), "due_at", "attempts"])
    return task
  }

  /** Finishes a claimed task, unless it was rescheduled meanwhile. @param next when it is due again; null deletes it */
  async finish(task: Task, next: Date | null): Promise<void> {
    const claimed = this.knex(TASK).where({ id: task.id, due_at: task.due_at })
    await (next === null ? claimed.delete() : claimed.update({ due_at: next, attempts: 0, updated_at: new Date() }))
  }

  /** Deletes a task, because nothing is left to do. */
  async drop(kind: TaskKind, subjectId: string, knex: Knex = this.knex): Promise<void> {
    await knex(TASK).where({ environment: this.environment, kind, subject_id: subjectId }).delete()
  }

  /**
   * Makes a claimed task due again later: after a failure, or because an earlier run is still running or the gateway is not called now.
   *
   * @param isCounted false if the task did not run: takes back the attempt that `claim` has counted
   */
  async retryAfter({ id, due_at, attempts }: Task, pauseMs: number, { isCounted = true } = {}): Promise<void> {
    await this.knex(TASK)
      .where({ id, due_at })
      .update({ due_at: this.after(pauseMs), attempts: isCounted ? attempts : attempts - 1, updated_at: new Date() })
  }

  private newTask(kind: TaskKind, subject_id: string): Record<string, unknown> {
    const id = generateEntityId(undefined, "wtask")
    const now = this.after(0)
    return { id, kind, subject_id, environment: this.environment, due_at: now, attempts: 0, updated_at: now }
  }

  /** By PostgreSQL's clock, as in `claim`. Rounded down to milliseconds, because `finish` compares it with a JavaScript date. */
  private after(ms: number): Knex.Raw {
    return this.knex.raw("date_trunc('milliseconds', now()) + ? * interval '1 millisecond'", [ms])
  }
}
