import type { MedusaContainer } from "@medusajs/framework/types"
import { sendPayMails } from "../workflows/pay-link/mail/remind-payers"
import { runTasks } from "../workflows/tasks/run-tasks"

/**
 * Runs the tasks that are due (workflows/tasks/kinds.ts), and sends mails and reminders. A job of its own: a mail provider that hangs
 * keeps no payment waiting.
 */
export default async function runDueTasks(container: MedusaContainer): Promise<void> {
  await Promise.all([runTasks(container), sendPayMails(container)])
}

export const config = { name: "webcheckout-tasks", schedule: "* * * * *" }
