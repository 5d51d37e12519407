import type { MedusaContainer } from "@medusajs/framework/types"
import { sendPayMails } from "../workflows/pay-link/mail/remind-payers"
import { runTasks } from "../workflows/tasks/run-tasks"

/**
 * Does what comes due besides the payments: orders that are paid later, expired links and addresses, customers who are gone, mails and
 * reminders. A job of its own: a mail provider that hangs keeps no payment waiting.
 */
export default async function runDueTasks(container: MedusaContainer): Promise<void> {
  await Promise.all([runTasks(container), sendPayMails(container)])
}

export const config = { name: "webcheckout-tasks", schedule: "* * * * *" }
