import { model } from "@medusajs/framework/utils"
import { TASK_KINDS } from "../rules/tasks"

/** Work that comes due by itself: one row for each thing that is looked at. What is done then: workflows/tasks/kinds.ts. */
export const WebcheckoutTask = model
  .define("webcheckout_task", {
    id: model.id({ prefix: "wtask" }).primaryKey(),
    kind: model.enum([...TASK_KINDS]),
    /** The row that it is about; empty for a kind of which there is one. */
    subject_id: model.text(),
    environment: model.text(),
    due_at: model.dateTime(),
    /** How often it was begun since it was last done, or was scheduled. */
    attempts: model.number().default(0),
  })
  .indexes([{ on: ["environment", "kind", "subject_id"], unique: true }, { on: ["environment", "kind", "due_at"] }])
