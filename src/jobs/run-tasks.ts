import { runTasks } from "../workflows/tasks/run-tasks"

/** Runs the tasks that are due (workflows/tasks/kinds.ts). A job of its own: a mail provider that hangs keeps no payment waiting. */
export default runTasks

export const config = { name: "webcheckout-tasks", schedule: "* * * * *" }
