import { model } from "@medusajs/framework/utils"

/** A scheduled task about a row. workflows/tasks/task-work.ts defines the work of each kind. */
export const WebcheckoutTask = model
  .define("webcheckout_task", {
    id: model.id({ prefix: "wtask" }).primaryKey(),
    /** One of TASK_KINDS; a text, so that a new kind needs no migration. */
    kind: model.text(),
    /** The row that it is about; empty for a standing kind. */
    subject_id: model.text(),
    environment: model.text(),
    /** What the task remembers from one run to the next: ids, amounts, dates and marks, nothing personal. */
    data: model.json().nullable(),
    due_at: model.dateTime(),
    /** Number of attempts since the task was last finished or scheduled. */
    attempts: model.number().default(0),
  })
  .indexes([{ on: ["environment", "kind", "subject_id"], unique: true }, { on: ["environment", "kind", "due_at"] }])
