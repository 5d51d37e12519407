import { runTasks } from "../workflows/tasks/run-tasks"

/** Runs the due tasks (workflows/tasks/task-work.ts). A separate job, so that an unresponsive mail provider does not delay payments. */
export default runTasks

export const config = { name: "webcheckout-tasks", schedule: "* * * * *" }
